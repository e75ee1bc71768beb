// Which names announce a secret: in an environment file, a setting, a header or a call. The name alone decides nothing;
// what stands behind it must look like one too.

/** How much the name says: `password` is chosen by a person, `key` was generated, `vague` names many harmless things too. */
export type NameKind = 'password' | 'key' | 'vague';

/** Read on names in small letters and without separators. */
const password = /(?:password|passwd|passphrase|passcode)\d{0,2}$/;
const generated = new RegExp(
  [
    'secret|credentials?|authorization',
    '(?:api|app|application|access|account|admin|auth|authentication|aes|bot|client|consumer|cipher|crypt|decryption|deploy)key',
    '(?:encryption|hmac|ingest|ingestion|integration|jwt|license|master|private|secret|server|service|session)key',
    '(?:shared|sharedaccess|signature|signing|storage|subscription|webhook|write)key',
    '(?:access|api|app|auth|authentication|bearer|bot|deploy|id|personal|refresh|secret|security|service)token',
    '(?:session|user|webhook|oauth|github|gitlab|gh|npm|pypi|slack|hf|huggingface)token',
  ].join('|'),
);
const generatedEnd = new RegExp(`(?:${generated.source})\\d{0,2}$`);
const vagueToken = /token\d{0,2}$/;

/** Read on names as they are written. `PWD` alone is the working directory. */
const shortPassword = /[A-Za-z0-9][_.-](?:pass|pwd|pw)$/i;
const camelPassword = /[a-z0-9](?:Pass|Pwd)$/;
const harmless =
  /(?:next|page|continuation|cancell?ation|cancel|pagination|cursor|resume|sync|start|stop|end|eos|bos|pad|unk|mask|max)token$/;
const constantKey = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_KEY$/;
const harmlessKey =
  /(?:PUBLIC|PUBLISHABLE|PRIMARY|FOREIGN|SORT|PARTITION|CACHE|IDEMPOTENCY|QUERY|INDEX|UNIQUE|ROUTING|LOOKUP|OBJECT|GROUP|ROW|STATE|CONFIG|DEDUPE)_KEY$/;

/** What the name announces, or undefined when it announces nothing. Words after the secret one (`token_count`) undo it. */
export function nameKind(name: string): NameKind | undefined {
  const plain = name.replace(/[_.-]/g, '').toLowerCase();
  if (password.test(plain) || shortPassword.test(name) || camelPassword.test(name)) return 'password';
  if (generatedEnd.test(plain)) return 'key';
  if (vagueToken.test(plain)) return harmless.test(plain) ? undefined : 'vague';
  if (constantKey.test(name)) return harmlessKey.test(name) ? undefined : 'vague';
  return undefined;
}
