// The loopback server as a process of its own, for tests of the command line:
//   node --import tsx test/support/loopback/serve.ts [script.json]
// It prints {"port": N} and serves until its input ends. Each line of input is a command and is answered by a line.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { answerSchema } from './answers.ts';
import { startLoopback } from './server.ts';

/** `answers` scripts anew, `answersTo` answers one question, `open` opens a gate, `requests` asks for what was received. */
const commandSchema = z.union([
  z.strictObject({ answers: z.array(answerSchema) }),
  z.strictObject({ answersTo: z.string(), answer: answerSchema }),
  z.strictObject({ open: z.string() }),
  z.strictObject({ requests: z.literal(true) }),
]);

const server = await startLoopback();
const [script] = process.argv.slice(2);
if (script !== undefined) {
  server.answers(...z.array(answerSchema).parse(JSON.parse(await readFile(script, 'utf8'))));
}
say({ port: server.port });
for await (const line of createInterface({ input: process.stdin })) {
  const command = commandSchema.parse(JSON.parse(line));
  if ('answers' in command) server.answers(...command.answers);
  else if ('answersTo' in command) server.answersTo(command.answersTo, command.answer);
  else if ('open' in command) server.open(command.open);
  say('requests' in command ? server.requests.map(({ ended: _ended, ...request }) => request) : {});
}
await server.close();

function say(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
