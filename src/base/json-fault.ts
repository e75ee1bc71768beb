// Where a text stops being JSON, and why: what a model needs to see to write it right. Parsing itself is JSON.parse.

export interface JsonFault {
  /** UTF-16 index of the first place that is wrong; the length of the text where it just ends. */
  readonly offset: number;
  /** What is wrong there, to be read after "at …:". */
  readonly what: string;
}

const space = /[ \t\r\n]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What a string holds besides escapes; one run at a time, since long strings would exhaust a repeated choice. */
const plainRun = /[^"\\\u0000-\u001f]*/y;
const escapes = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Undefined when the text is JSON. Depth costs memory, not stack. */
export function jsonFault(text: string): JsonFault | undefined {
  return new Scan(text).run();
}

class Scan {
  private readonly text: string;
  private readonly open: ('{' | '[')[] = [];
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  run(): JsonFault | undefined {
    for (;;) {
      const fault = this.value();
      if (fault !== undefined) return fault;
      const next = this.afterValue();
      if (next !== 'value') return next === 'end' ? undefined : next;
    }
  }

  /** Up to the end of a scalar or an empty container, opening containers on the way. */
  private value(): JsonFault | undefined {
    for (;;) {
      this.take(space);
      const opened = this.text[this.at];
      if (opened !== '{' && opened !== '[') return this.scalar();
      this.at++;
      this.take(space);
      if (this.text[this.at] === (opened === '{' ? '}' : ']')) {
        this.at++;
        return undefined;
      }
      this.open.push(opened);
      const fault = opened === '{' ? this.key() : undefined;
      if (fault !== undefined) return fault;
    }
  }

  /** Closes containers and reads the comma, and the key, before the next value. */
  private afterValue(): 'value' | 'end' | JsonFault {
    for (;;) {
      this.take(space);
      const inside = this.open.at(-1);
      const found = this.text[this.at];
      if (inside === undefined) return found === undefined ? 'end' : this.fault('text after the end');
      if (found === ',') {
        this.at++;
        return (inside === '{' ? this.key() : undefined) ?? 'value';
      }
      const closing = inside === '{' ? '}' : ']';
      if (found !== closing) return this.fault(`"," or "${closing}" is missing`);
      this.at++;
      this.open.pop();
    }
  }

  private key(): JsonFault | undefined {
    this.take(space);
    if (this.text[this.at] !== '"') return this.fault('a name in double quotes is missing');
    const fault = this.scalar();
    if (fault !== undefined) return fault;
    this.take(space);
    if (this.text[this.at] !== ':') return this.fault('":" is missing');
    this.at++;
    return undefined;
  }

  private scalar(): JsonFault | undefined {
    if (this.text[this.at] !== '"') {
      return this.take(literal) ? undefined : this.fault('a value is missing');
    }
    this.at++;
    do this.take(plainRun);
    while (this.take(escapes));
    if (this.text[this.at] === '"') {
      this.at++;
      return undefined;
    }
    if (this.text[this.at] === '\\') return this.fault('a wrong escape in a string');
    return this.fault('a line break or control character in a string, which must be escaped');
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found !== '';
  }

  private fault(what: string): JsonFault {
    const ended =
      this.at >= this.text.length || (this.text[this.at] === '\\' && this.at > this.text.length - 6);
    return ended ? { offset: this.text.length, what: 'the text ends too early' } : { offset: this.at, what };
  }
}
