// What a command printed, as pieces of text with their colours. Pure. Whatever else a terminal would do with the control
// sequences in it, such as moving about, is left out; a line that was written over shows as it was last written.

export interface TerminalPiece {
  readonly text: string;
  /** Class names, separated by spaces; empty for plain text. */
  readonly style: string;
}

interface Style {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  foreground: number | undefined;
  background: number | undefined;
}

const plain: Style = {
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  foreground: undefined,
  background: undefined,
};

// Control sequence, the beginning of one that is yet to come, operating system command, two-character escape, or a control character that is not a line break or tab.
const control =
  /\u001b\[([0-?]*)([ -/]*)([@-~])|\u001b\[[ -?]*$|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\-_]?|[\u0000-\u0008\u000b-\u001f\u007f]/g;

export function terminalPieces(text: string): readonly TerminalPiece[] {
  const pieces: TerminalPiece[] = [];
  let style = { ...plain };
  let from = 0;
  const lines = lastWritten(text);
  const take = (to: number): void => {
    if (to > from) pieces.push({ text: lines.slice(from, to), style: classesOf(style) });
  };
  for (const match of lines.matchAll(control)) {
    take(match.index);
    from = match.index + match[0].length;
    if (match[3] === 'm' && match[2] === '') style = styled(style, match[1] ?? '');
  }
  take(lines.length);
  return pieces;
}

/** Of a line with carriage returns in it, what was written after the last one that anything follows. */
function lastWritten(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .split('\n')
    .map((line) => {
      const bare = line.replace(/\r+$/, '');
      return bare.slice(bare.lastIndexOf('\r') + 1);
    })
    .join('\n');
}

function styled(before: Style, parameters: string): Style {
  const style = { ...before };
  const codes = parameters === '' ? [0] : parameters.split(/[;:]/).map(Number);
  for (let place = 0; place < codes.length; place++) {
    const code = codes[place] ?? 0;
    if (code === 38 || code === 48) {
      // 5;n names one of 256 colours, of which the first sixteen are the theme's; 2;r;g;b names none of the theme's.
      const colour = codes[place + 1] === 5 ? codes[place + 2] : undefined;
      const known = colour !== undefined && colour < 16 ? colour : undefined;
      if (code === 38) style.foreground = known;
      else style.background = known;
      place += codes[place + 1] === 5 ? 2 : 4;
    } else apply(style, code);
  }
  return style;
}

function apply(style: Style, code: number): void {
  if (code === 0) Object.assign(style, plain);
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 3) style.italic = true;
  else if (code === 4) style.underline = true;
  else if (code === 22) {
    style.bold = false;
    style.dim = false;
  } else if (code === 23) style.italic = false;
  else if (code === 24) style.underline = false;
  else if (code >= 30 && code <= 37) style.foreground = code - 30;
  else if (code === 39) style.foreground = undefined;
  else if (code >= 40 && code <= 47) style.background = code - 40;
  else if (code === 49) style.background = undefined;
  else if (code >= 90 && code <= 97) style.foreground = code - 82;
  else if (code >= 100 && code <= 107) style.background = code - 92;
}

function classesOf(style: Style): string {
  const classes: string[] = [];
  if (style.bold) classes.push('t-bold');
  if (style.dim) classes.push('t-dim');
  if (style.italic) classes.push('t-italic');
  if (style.underline) classes.push('t-underline');
  if (style.foreground !== undefined) classes.push(`t-f${style.foreground}`);
  if (style.background !== undefined) classes.push(`t-b${style.background}`);
  return classes.join(' ');
}
