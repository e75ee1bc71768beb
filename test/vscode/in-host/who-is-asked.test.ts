import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { says } from '../../support/loopback/answers.ts';
import { startLoopback, type Loopback } from '../../support/loopback/server.ts';

describe('who is asked, and with which key', () => {
  const earlier = process.env['ANTHROPIC_API_KEY'];
  let model: Loopback;

  const set = async (providers: unknown): Promise<void> => {
    await vscode.workspace
      .getConfiguration('segue')
      .update('providers', providers, vscode.ConfigurationTarget.Global);
  };

  before(async () => {
    process.env['ANTHROPIC_API_KEY'] = 'sk-of-the-environment';
    model = await startLoopback();
    const baseUrl = model.baseUrl('anthropic');
    await set({
      anthropic: { baseUrl },
      neighbour: { kind: 'anthropic', baseUrl, headers: { 'x-house': 'larder' } },
    });
  });
  after(async () => {
    await vscode.commands.executeCommand('segue.selectModel', 'offline/offline');
    await set(undefined);
    if (earlier === undefined) delete process.env['ANTHROPIC_API_KEY'];
    else process.env['ANTHROPIC_API_KEY'] = earlier;
    await model.close();
  });

  /** The headers of the request that tests the connection to a model. */
  const headersFor = async (chosen: string): Promise<Readonly<Record<string, unknown>>> => {
    const place = model.requests.length;
    model.answers(says('Yes.'));
    await vscode.commands.executeCommand('segue.selectModel', chosen);
    await vscode.commands.executeCommand('segue.testConnection');
    const { headers, violations } = await model.request(place);
    assert.deepEqual(violations, []);
    return headers;
  };

  it('is a built-in provider with the key of the environment, where none is stored', async () => {
    const headers = await headersFor('anthropic/claude-sonnet-4-5');
    assert.equal(headers['authorization'], 'Bearer sk-of-the-environment');
  });

  it('is a compatible server with the headers of the settings, and never with a key of the environment', async () => {
    const headers = await headersFor('neighbour/of-the-house');
    assert.equal(headers['x-house'], 'larder');
    assert.ok(!JSON.stringify(headers).includes('sk-of-the-environment'));
  });
});
