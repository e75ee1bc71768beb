// The port for content addresses. Node's own hash serves it; the core must not import it.

export interface Sha256 {
  /** 64 lower-case hexadecimal digits of the UTF-8 bytes of the text, or of the bytes as given. */
  of(content: string | Uint8Array): string;
  /** The same of the bytes a base64 text stands for. */
  ofBase64(text: string): string;
}
