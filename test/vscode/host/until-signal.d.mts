export function untilSignal(): Promise<string>;
