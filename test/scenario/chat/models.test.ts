import { looksAt } from '../../support/chat-answers.ts';
import { assertPlayed } from '../../support/chat-stage.ts';
import { says, type Script } from '../../support/scripted-provider.ts';
import { ScriptedTools } from '../../support/scripted-tools.ts';

function thinks(text: string, then: Script): Script {
  return [{ type: 'reasoning-done', text, providerData: 'sealed' }, ...then];
}

describe('a chat whose model changes', () => {
  it('keeps the model of the running turn, and gives each provider its own thoughts back (behaviour 1.26)', () =>
    assertPlayed(
      import.meta.url,
      { name: 'model-switch', title: 'Another provider from the next turn on, and back again' },
      async (stage) => {
        const tools = new ScriptedTools(async () => {
          await stage.does('The person chooses a model of another provider', ({ chat }) =>
            chat.chooseModel({ provider: 'other', model: 'other' }),
          );
          return 'seen';
        });
        await stage.open({
          tools,
          scripts: [thinks('I should look.', looksAt('a')), says('Seen.'), says('Back again.')],
          others: [thinks('They have looked.', says('I trust them.'))],
        });
        await stage.says('Look');
        await stage.rests();
        await stage.says('Do you agree?');
        await stage.rests();
        await stage.does('The person chooses the first model again', ({ chat }) =>
          chat.chooseModel({ provider: 'local', model: 'chat' }),
        );
        await stage.says('And you?');
        await stage.rests();
      },
    ));
});
