// The events of the local telemetry file. Names, numbers and flags only: no field can hold what a person or a tool wrote.

import * as z from 'zod';

const tokenPattern = /^[A-Za-z0-9._:/@+()[\]-]{0,200}$/;

/** Ids and classes of our own: short, and without anything a sentence needs. */
const token = z.string().regex(tokenPattern);
/** Names a person or a provider chose. One of another shape is left out, so that its event is not lost with it. */
const name = z.string().transform((text) => (tokenPattern.test(text) ? text : '(unnamed)'));
const count = z.number().nonnegative();
/** A clock that was set back makes a duration negative; that is no reason to lose the end of a span. */
const milliseconds = z.number();
const source = z.enum(['provider-context', 'fresh-estimate']);
const trigger = z.enum(['manual', 'auto']);

const figures = z.strictObject({
  model: name,
  window: count,
  provenance: z.enum(['model-metadata', 'configured-fallback', 'built-in-fallback']),
  /** The provider itself told the window. */
  reported: z.literal(true).optional(),
  /** The most its server could give the model, while it had not said how much it gives. */
  upperBound: count.optional(),
  reserve: count,
  usable: count,
  threshold: count,
});

const policyFigures = { ratio: count, winningThreshold: count, target: figures, summary: figures };

/** Numbers as a provider reported them, also impossible ones; null where it said something that is no number. */
const reported = z.number().nullable().optional();
const usage = z
  .strictObject({
    input: reported,
    cached: reported,
    cacheRead: reported,
    cacheWrite: reported,
    output: reported,
  })
  .nullable();
const baselineStatus = z.enum(['valid', 'missing', 'zero', 'over-window']);

/** What an estimate was made from (behaviour 16.4); null where there is no baseline. */
const inputs = {
  requestId: token.nullable(),
  baselineRequestId: token.nullable(),
  providerContextModel: name.nullable(),
  providerContextWindow: count.nullable(),
  providerContextUsage: usage,
  providerContextTokens: count.nullable(),
  providerContextStatus: baselineStatus.nullable(),
  cumulativeUsage: usage,
  cumulativeUsageTokens: count.nullable(),
  chosenActiveContextTokens: count,
  chosenSource: source,
  targetModel: name,
  modelContextWindow: count,
  threshold: count,
  baselineMarkerPosition: count.nullable(),
  /** Kept record by record, never counted for the event; null where no count is kept. */
  transcriptCharacters: count.nullable(),
};

export type EstimateInputs = z.infer<z.ZodObject<typeof inputs>>;

const eventSchemas = [
  z.strictObject({
    event: z.literal('compaction-threshold-evaluated'),
    gate: z.enum(['pre-send', 'continuation', 'diagnosis']),
    estimate: count,
    estimateSource: source,
    targetThreshold: count,
    summaryThreshold: count,
    admitted: z.boolean(),
    targetPressure: z.boolean(),
    decision: z.enum(['send', 'send-uncompacted', 'compact', 'block']),
    ineligibleReason: token.nullable(),
    ...inputs,
    ...policyFigures,
  }),
  z.strictObject({
    event: z.literal('token-baseline-recorded'),
    requestId: token,
    model: name,
    providerContextUsage: usage,
    cumulativeUsage: usage,
    providerContextTokens: count.nullable(),
    cumulativeUsageTokens: count.nullable(),
    providerContextStatus: baselineStatus,
    /** Only when the report could not be used, else null (behaviour 2.9). */
    freshVisiblePromptEstimate: count.nullable(),
    chosenActiveContextTokens: count,
    chosenSource: source,
    modelContextWindow: count,
    baselineMarkerPosition: count,
    inputTokens: count.nullable(),
    outputTokens: count.nullable(),
  }),
  z.strictObject({
    event: z.literal('provider-dispatch'),
    requestId: token,
    model: name,
    effort: name.nullable(),
    /** It carries tool results on. */
    continuation: z.boolean(),
  }),
  z.strictObject({
    event: z.literal('compaction-started'),
    run: token,
    trigger,
    aggressive: z.boolean(),
    tokensBefore: count,
    origin: name,
    ...inputs,
    ...policyFigures,
  }),
  z.strictObject({
    event: z.literal('compaction-finished'),
    run: token,
    outcome: z.enum(['applied', 'skipped', 'blocked', 'failed', 'cancelled']),
    tokensAfter: count.nullable(),
    errorClass: token.nullable(),
    durationMs: milliseconds,
  }),
  z.strictObject({
    event: z.literal('context-summary-request-started'),
    run: token,
    attempt: count,
    purpose: z.enum(['continuation', 'handoff', 'digest']),
    provider: name,
    model: name,
    effort: name.nullable(),
  }),
  z.strictObject({
    event: z.literal('context-summary-request-finished'),
    run: token,
    attempt: count,
    outcome: z.enum(['success', 'error', 'aborted']),
    errorClass: token.nullable(),
    inputTokens: count.nullable(),
    cachedTokens: count.nullable(),
    outputTokens: count.nullable(),
    durationMs: milliseconds,
  }),
  z.strictObject({
    event: z.literal('segment-rotation'),
    phase: z.enum(['started', 'finished', 'failed']),
    oldSegment: count,
    newSegment: count,
  }),
  z.strictObject({
    event: z.literal('segment-rotation-stage'),
    stage: z.enum(['old-save-start', 'old-saved', 'new-publish-start', 'new-published']),
    oldSegment: count,
    newSegment: count,
  }),
] as const;

export const telemetryEventSchema = z.discriminatedUnion('event', eventSchemas);

export type TelemetryEvent = z.infer<typeof telemetryEventSchema>;
