// Things that look like secrets, put together when a test runs, so that none stands in the repository.

const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';
const base62 = letters + digits;
const hex = '0123456789abcdef';
const base64 = `${base62}+/`;

/** A text of letters and digits in turn enough for any judge; the same seed gives the same text. */
export function gibberish(length: number, { alphabet = base62, seed = 1 } = {}): string {
  let state = seed * 7919 + 12345;
  let text = '';
  for (let place = 0; place < length; place++) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const from = place % 5 === 3 ? digits : alphabet;
    text += from.charAt((state >> 8) % from.length);
  }
  return text;
}

/** A private key block of the given kind (`RSA `, `` …) with `lineEnd` between its lines. */
export function keyBlock(kind: string, { lineEnd = '\n', lines = 6, head = '' } = {}): string {
  const body = Array.from({ length: lines }, (_, line) =>
    line === 0
      ? `MII${gibberish(61, { alphabet: base64, seed: line })}`
      : gibberish(line === lines - 1 ? 44 : 64, { alphabet: base64, seed: line }),
  );
  return [
    `-----BEGIN ${kind}PRIVATE KEY-----`,
    ...(head === '' ? [] : [head, '']),
    ...body,
    `-----END ${kind}PRIVATE KEY-----`,
  ].join(lineEnd);
}

function jsonWebToken(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: '1234567890', name: 'Ada' }), gibberish(43)].join(
    '.',
  );
}

/** Base64 of an object, of a length that makes it end in `fQ==` as all of them do. */
function serviceAccount(): string {
  return `ops_${btoa(JSON.stringify({ email: 'a1@b2', key: gibberish(200) }))}`;
}

export interface FakeSecret {
  /** For the title of a test. */
  readonly name: string;
  readonly secret: string;
  readonly before: string;
  readonly after: string;
}

/** One for every pattern of the rules of secretlint's recommended preset; `rule` is the id of the rule. */
export const presetSecrets: readonly (FakeSecret & { readonly rule: string })[] = [
  preset('aws', 'secret access key', gibberish(40), 'AWS_SECRET_ACCESS_KEY = "', ' for it'),
  preset(
    'aws',
    'secret access key in YAML',
    gibberish(40, { seed: 9 }),
    'secret_access_key: ',
    '\nregion: x',
  ),
  preset('privatekey', 'RSA key', keyBlock('RSA '), 'cat key\n', '\n$'),
  preset('privatekey', 'key in a JSON string', keyBlock('', { lineEnd: '\\n' }), '{"private_key":"', '\\n"}'),
  preset('npm', 'access token', `npm_${gibberish(36)}`, 'got ', ' from it'),
  preset(
    'npm',
    'token in the address of a package',
    gibberish(40),
    'git+https://',
    ':x-oauth-basic@github.com/a/b',
  ),
  preset('basicauth', 'password', gibberish(12), 'see https://ada:', '@corp.test/path'),
  preset('slack', 'bot token', `xoxb-${gibberish(12)}-${gibberish(12)}-${gibberish(24)}`, 'as ', '.'),
  preset('slack', 'app token', `xapp-1-${gibberish(11)}-${gibberish(13)}-${gibberish(40)}`, 'as ', '\n'),
  preset(
    'slack',
    'web hook',
    `https://hooks.slack.com/services/T${gibberish(9)}/B${gibberish(9)}/${gibberish(24)}`,
    '',
    '',
  ),
  preset('sendgrid', 'key', `SG.${gibberish(22)}.${gibberish(43)}`, 'mail with ', ''),
  ...['shppa', 'shpca', 'shpat', 'shpss'].map((kind) =>
    preset('shopify', kind, `${kind}_${gibberish(32)}`, 'shop: ', ', then'),
  ),
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) =>
    preset('github', kind, `${kind}_${gibberish(36)}`, 'push with ', ' now'),
  ),
  preset('github', 'fine-grained token', `github_pat_${gibberish(22)}_${gibberish(59)}`, '(', ')'),
  preset('openai', 'project key', `sk-proj-${gibberish(74)}T3BlbkFJ${gibberish(74)}`, 'with ', ' it'),
  preset('openai', 'older key', `sk-${gibberish(20)}T3BlbkFJ${gibberish(20)}`, 'with ', ' it'),
  preset('anthropic', 'key', `sk-ant-api03-${gibberish(93)}AA`, 'with ', ' it'),
  preset('linear', 'key', `lin_api_${gibberish(40)}`, 'with ', ' it'),
  preset('1password', 'service account', serviceAccount(), 'with ', ' it'),
  preset('database-connection-string', 'MongoDB', gibberish(14), 'mongodb+srv://app:', '@db.invalid/main'),
  preset('database-connection-string', 'MySQL', gibberish(14), 'jdbc:mysql://app:', '@db.invalid:3306/main'),
  preset(
    'database-connection-string',
    'PostgreSQL',
    gibberish(14),
    'postgres://app:',
    '@db.invalid/main?x=1',
  ),
];

/** One for every row of our own table and every way of writing a name and its secret. */
export const tableSecrets: readonly FakeSecret[] = [
  own('an AWS key id alone', `AKIA${gibberish(16).toUpperCase()}`, 'id ', ' of the user'),
  own('an AWS session key id', `ASIA${gibberish(16).toUpperCase()}`, '"', '"'),
  own('a Google API key', `AIza${gibberish(35)}`, 'key=', '&v=3'),
  own('a Google client secret', `GOCSPX-${gibberish(28)}`, '', '\n'),
  own('a GitLab token', `glpat-${gibberish(20)}`, 'oauth2:', '@gitlab'),
  own('a Groq key', `gsk_${gibberish(52)}`, 'groq: ', ''),
  own('an xAI key', `xai-${gibberish(80)}`, 'grok ', ''),
  own('a Vercel storage token', `vercel_blob_rw_${gibberish(40)}`, 'put with ', ''),
  own('a Hugging Face token', `hf_${gibberish(34)}`, 'login --token ', ''),
  own('a live Stripe key', `sk_live_${gibberish(24)}`, '(', ')'),
  own('a restricted Stripe key', `rk_live_${gibberish(24)}`, "'", "'"),
  own('a Stripe web hook secret', `whsec_${gibberish(32)}`, 'hook ', ''),
  own('an npm token', `npm_${gibberish(30)}`, '//registry/:', ''),
  own('a PyPI token', `pypi-AgE${gibberish(60)}`, 'twine ', ' up'),
  own('the beginning of a GitHub token', `ghp_${gibberish(28)}`, '', '\n[segue: cut]'),
  own(
    'the beginning of a fine-grained GitHub token',
    `github_pat_${gibberish(22)}_${gibberish(9)}`,
    ' ',
    ' ',
  ),
  own('an Anthropic key of another shape', `sk-ant-admin01-${gibberish(40)}`, '', ','),
  own('an OpenAI key of another shape', `sk-proj-${gibberish(48)}`, '', ';'),
  own('a key without a kind', `sk-${gibberish(32, { alphabet: hex })}`, '[', ']'),
  own('a Slack user token', `xoxs-${gibberish(12)}-${gibberish(24)}`, '', ' '),
  own('a bearer token', gibberish(40), 'curl -H "X: Bearer ', '" y'),
  own('a JSON web token', jsonWebToken(), 'got ', '.'),
  own('a JSON web token cut short', jsonWebToken().slice(0, 70), 'got ', '\n'),
  own('a private key in base64', btoa(keyBlock('RSA ')), 'tls.key: ', '\n'),
  own('a private key', keyBlock('EC '), '', '\n'),
  own('an OpenSSH key', keyBlock('OPENSSH '), '', ''),
  own('a key in a diff', keyBlock('', { lineEnd: '\n+' }), '+', '\n+end'),
  own('a key with line numbers', keyBlock('', { lineEnd: '\n    12→' }), '    11→', '\n    20→end'),
  own('a key in escaped JSON', keyBlock('', { lineEnd: '\\\\n' }), '{\\"key\\":\\"', '\\\\n\\"}'),
  own('a key broken by a shell', keyBlock('', { lineEnd: '\\\n' }), "printf '", "'"),
  own('a key cut short', keyBlock('RSA ').slice(0, 250), '', '\n[segue: cut]'),
  own('an encrypted key with a header', keyBlock('RSA ', { head: 'Proc-Type: 4,ENCRYPTED' }), '', '\n'),
  own('a password in an address', gibberish(10), 'amqp://app:', '@queue:5672/%2f'),
  own('a password without a user', gibberish(10), 'redis://:', '@cache:6379'),
  own('a variable of an environment file', gibberish(20), 'export STRIPE_KEY=', '\nB=1'),
  own('a variable with signs in it', `${gibberish(10)}&!(x`, 'DB_PASSWORD=', ' next'),
  own('a setting in JSON', gibberish(32, { alphabet: hex }), '{"api_key": "', '", "a": 1}'),
  own('a setting in escaped JSON', gibberish(24), '"{\\"clientSecret\\":\\"', '\\"}"'),
  own('a setting in YAML', gibberish(24), 'auth:\n  access_token: ', '\n  user: a'),
  own('a setting in code', gibberish(24), "const apiKey = '", "';"),
  own('a setting of a map', gibberish(24), ":secret_key => '", "',"),
  own('a header', gibberish(24), 'x-api-key: ', '\nhost: a'),
  own('an authorization header', btoa(`ada:${gibberish(16)}`), 'Authorization: Basic ', '\n'),
  own('a parameter of an address', gibberish(24), 'https://a.test/?access_token=', '&page=2'),
  own('a registry setting', '6f1de5a1-58c5-4f2b-9d5e-1b1a5a0c7e11', '//r/:_authToken=', '\n'),
  own('a password with a sign', 'correct-horse!', 'password: "', '"'),
  own('a secret whose text breaks off', gibberish(24), 'client_secret = "', '\n[segue: cut]'),
];

function own(name: string, ...[secret, before, after]: readonly [string, string, string]): FakeSecret {
  return { name, secret, before, after };
}

function preset(
  rule: string,
  name: string,
  ...[secret, before, after]: readonly [string, string, string]
): FakeSecret & { readonly rule: string } {
  return { rule, name: `${rule}: ${name}`, secret, before, after };
}
