// Tools of every kind of input behind one face, so that a set can hold them.

import * as z from 'zod';
import type { JsonObject } from '../../base/json.ts';
import { ok, type Result } from '../../base/result.ts';
import type { ToolSpec } from '../provider/request.ts';
import { readArguments } from './read-arguments.ts';
import type { PermissionNeed, Tool, ToolCall, ToolOutcome } from './tool.ts';

export interface AnyTool {
  readonly spec: ToolSpec;
  readonly needsTrust: boolean;
  /** The call with its arguments read, or what is wrong with them. */
  prepare(call: ToolCall): Result<PreparedCall, string>;
}

export interface PreparedCall {
  readonly label: string;
  need(signal: AbortSignal): Promise<PermissionNeed>;
  run(signal: AbortSignal): Promise<ToolOutcome>;
}

export function anyTool<Input>(tool: Tool<Input>): AnyTool {
  return {
    spec: { name: tool.name, description: tool.description, inputSchema: schemaOf(tool.input) },
    needsTrust: tool.needsTrust,
    prepare: (call) => {
      const input = readArguments(tool.input, call.input);
      if (!input.ok) return input;
      return ok({
        label: tool.label(input.value),
        need: (signal) => tool.need(input.value, signal),
        run: (signal) => tool.run(input.value, call, signal),
      });
    },
  };
}

/** What a service is told: the type of the input is always `object`, and the dialect goes without saying. */
function schemaOf(input: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return { ...(schema as JsonObject), type: 'object' };
}
