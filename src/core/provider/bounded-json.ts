// A small answer in one piece, such as a list of models: read to its end only while it stays small.

import { unlessAborted } from '../../base/abort.ts';
import { parseJson, type Json } from '../../base/json.ts';

/** A list of some hundred models with their descriptions is about one MB. */
const mostBytes = 8 * 1024 * 1024;

/** Undefined for what is no JSON, has more than 8 MB, or did not come before the signal; the connection is let go of. */
export async function boundedJson(answer: Response, signal: AbortSignal): Promise<Json | undefined> {
  if (answer.body === null) return undefined;
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (;;) {
    const read = await unlessAborted(reader.read(), signal);
    if (read?.value.done === true) return parseJson(text + decoder.decode());
    bytes += read?.value.value.byteLength ?? 0;
    if (read === undefined || bytes > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(read.value.value, { stream: true });
  }
}
