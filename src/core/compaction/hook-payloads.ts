// What hooks around a compaction are told (behaviour 7.5).

import type { PostCompactPayload, PreCompactPayload, SessionStartPayload } from '../hooks/compact-hooks.ts';
import { modelName } from '../models/diagnostics.ts';
import type { CompactionRequest } from './request.ts';
import type { TargetIdentity } from './target.ts';

export function preCompactPayload(request: CompactionRequest, identity: TargetIdentity): PreCompactPayload {
  return {
    hookEventName: 'PreCompact',
    ...common(request, identity),
    ...compact(request),
    instructions: request.guidance ?? null,
  };
}

export function postCompactPayload(
  request: CompactionRequest,
  identity: TargetIdentity,
  result: { readonly summary: string; readonly tokensAfter: number },
): PostCompactPayload {
  return { hookEventName: 'PostCompact', ...common(request, identity), ...compact(request), ...result };
}

export function sessionStartPayload(
  request: CompactionRequest,
  identity: TargetIdentity,
): SessionStartPayload {
  return { hookEventName: 'SessionStart', ...common(request, identity), source: 'compact' };
}

function common(request: CompactionRequest, identity: TargetIdentity) {
  return {
    sessionId: identity.sessionId,
    transcriptPath: identity.transcriptPath,
    cwd: identity.workspace,
    workspaceRoot: identity.workspace,
    model: modelName(request.target),
    turnId: request.turn,
    origin: identity.origin,
  };
}

function compact(request: CompactionRequest) {
  return {
    trigger: request.trigger,
    tokensBefore: request.tokensBefore.tokens,
    aggressive: request.tail === 'none',
  };
}
