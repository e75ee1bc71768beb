// The judge of OpenAI Responses requests: an independent reading of the SDK's types and the service's documented
// rules, sharing nothing with the code it judges. Where a limit was documented in several values, or where compatible
// servers are stricter than OpenAI, the strictest holds and the file that owns the rule says so.

import { asSent } from './as-sent.ts';
import { imageViolations, type PlacedImage } from './openai/images.ts';
import { functionViolations, type ChosenFunction } from './openai/tools.ts';
import { responsesBody, type ResponsesBody } from './openai-responses/body.ts';
import { callViolations } from './openai-responses/calls.ts';
import { shapedItem, type Item } from './openai-responses/items.ts';
import { keptItemViolations } from './openai-responses/kept-items.ts';
import { roleViolations } from './openai-responses/roles.ts';
import { violation, type Path } from './place.ts';
import { shaped } from './shape.ts';

/**
 * What the service would refuse in this body, each with its place; empty when it would accept it. While fields are
 * missing, unknown or of the wrong type only those are listed: the other rules need a body of the right shape.
 */
export function checkOpenAiResponses(body: unknown): string[] {
  const sent = asSent(body);
  if (sent.value === undefined) return sent.violations;
  const parsed = shaped(responsesBody, sent.value, []);
  if (!parsed.ok) return [...sent.violations, ...parsed.violations];
  const { value } = parsed;
  const judged = (typeof value.input === 'string' ? [] : value.input).map((item, index) =>
    shapedItem(item, ['input', index]),
  );
  const misshapen = judged.flatMap((item) => (item.ok ? [] : item.violations));
  if (misshapen.length > 0) return [...sent.violations, ...misshapen];
  const items = judged.flatMap((item) => (item.ok ? [item.value] : []));
  return [
    ...sent.violations,
    ...companions(value),
    ...roleViolations(items),
    ...callViolations(items),
    ...keptItemViolations(items, value.store),
    ...imageViolations(items.flatMap(imagesOf)),
    ...functionViolations(
      (value.tools ?? []).map(({ name, parameters, strict }, index) => ({
        name,
        parameters,
        strict: strict === true,
        path: ['tools', index],
      })),
      chosenFunction(value),
    ),
  ];
}

function companions({
  tools = [],
  tool_choice: choice,
  stream,
  stream_options: options,
}: ResponsesBody): string[] {
  const found: string[] = [];
  if (choice === 'required' && tools.length === 0) {
    found.push(violation(['tool_choice'], 'is only allowed when tools are specified'));
  }
  if (options !== undefined && options !== null && stream !== true) {
    found.push(violation(['stream_options'], 'is only allowed when stream is enabled'));
  }
  return found;
}

function imagesOf(item: Item, index: number): PlacedImage[] {
  if (item.type === 'function_call_output') return imagesIn(item.output, ['input', index, 'output']);
  return 'role' in item ? imagesIn(item.content, ['input', index, 'content']) : [];
}

function imagesIn(content: string | readonly object[], path: Path): PlacedImage[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part, place) =>
    'image_url' in part && typeof part.image_url === 'string'
      ? [{ url: part.image_url, path: [...path, place, 'image_url'] }]
      : [],
  );
}

function chosenFunction({ tool_choice: choice }: ResponsesBody): ChosenFunction | undefined {
  return typeof choice === 'object' ? { name: choice.name, path: ['tool_choice', 'name'] } : undefined;
}
