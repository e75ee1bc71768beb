// The worker of the tokenizer: an entry of its own, since it brings the table of tokens along. Loading it takes a good
// part of a second, and encoding more, which is why it runs here.

import { parentPort } from 'node:worker_threads';
import ranks from 'js-tiktoken/ranks/o200k_base';
import { invariant } from '../../base/fail.ts';
import { tokenizablePieces } from '../../core/tokens/tokenizer.ts';
import { createTokenCounter } from './byte-pair-counter.ts';
import { workerQuestion, type WorkerAnswer } from './messages.ts';

const port = parentPort;
invariant(port !== null, 'the tokenizer runs in a worker');

const count = createTokenCounter(ranks);

function say(answer: WorkerAnswer): void {
  port?.postMessage(answer);
}

port.on('message', (message: unknown) => {
  const { id, texts } = workerQuestion.parse(message);
  const counts = texts.map((text) => tokenizablePieces(text).reduce((sum, piece) => sum + count(piece), 0));
  say({ kind: 'counts', id, counts });
});
say({ kind: 'ready' });
