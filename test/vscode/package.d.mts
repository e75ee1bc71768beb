export function packExtension(file: string): void;
