// Texts that resemble secrets and hold none. Masking one of them would take something away from the reader.

const sha1 = '9fceb02d0ae598e95dc970b74767f19372d61af8';
const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const uuid = '550e8400-e29b-41d4-a716-446655440000';
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const example = 'EXAMPLE';
const awsExamples = [`AKIAIOSFODNN7${example}`, `wJalrXUtnFEMI/K7MDENG/bPxRfiCY${example}KEY`];

export const harmlessTexts: readonly (readonly [name: string, text: string])[] = [
  ['an empty text', ''],
  ['a variable of the process', 'const apiKey = process.env.OPENAI_API_KEY_2;'],
  ['a variable of Python', 'api_key=os.environ["ANTHROPIC_API_KEY_V2"]'],
  ['a variable of the shell', 'curl -H "Authorization: Bearer ${ACCESS_TOKEN_2}" && TOKEN=$OTHER_TOKEN_2'],
  ['an output put into a variable', 'GITHUB_TOKEN=$(gh auth token --hostname ghe2) make'],
  ['a template', 'password: "{{ vault_db_password2 }}" secret: ${{ secrets.DEPLOY_KEY_2 }}'],
  ['an angle-bracketed hint', 'API_KEY=<your-key-number-1> and token: <TOKEN_2_HERE>'],
  ['a key made of x', 'OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx1'],
  ['a key left out', 'export ANTHROPIC_API_KEY=sk-ant-api03-... # or sk-proj-***'],
  ['the example keys of AWS', `${awsExamples.join(' / ')} secret_access_key=${awsExamples.join('')}`],
  ['an example of a token', 'token = "your-api-token-1234567"; password: "changeme123"'],
  ['what has been masked', 'API_KEY=[masked] https://ada:[masked]@corp.test/ Bearer [masked]'],
  ['a call', 'const token = getApiKey2(); let secret = await loadSecret1(ctx);'],
  ['a property', 'password: user1.password2, token: this.session2.token1,'],
  ['a type', 'interface Options { apiKey: string; accessToken?: string | null; password: null }'],
  ['a schema', 'password: z.string().min(8), token: t.String({ maxLength: 128 })'],
  ['a comparison', 'if (token === "abc123def456ghi789") throw new Error(token == other1)'],
  ['a count of tokens', 'max_tokens: 128000, token_count = 84213, "tokens": "12k3", total_token=12345678'],
  [
    'a name of tokens',
    'tokenizer: o200k_base1, tokenType: "identifier1a2b3c4d", eos_token: "<|im_end|>1a2b3c"',
  ],
  ['a page token', 'nextPageToken: "CAUQAA1b2c3d4e5f6g7h8i9j"'],
  [
    'a key of a cache or a table',
    'CACHE_KEY=v1a2b3c4d5e6f7g8h9 primary_key: a1b2c3d4e5f6 key={item1a2b3c4d5e.id}',
  ],
  ['a public key', `PUBLIC_KEY=${uuid} ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 ada@host`],
  ['a commit', `commit ${sha1}\nHEAD is now at ${sha1.slice(0, 7)}`],
  ['a checksum', `"integrity": "sha256-${sha256}", digest: sha256:${sha256}`],
  ['a checksum called token', `token: ${sha256}`],
  ['a UUID', `"id": "${uuid}", token: "${uuid}"`],
  ['an image', `<img src="data:image/png;base64,${pixel}">`],
  [
    'prose about tokens',
    'The token: it expires after 3600 seconds. A secret=shared one. Password: see page 12.',
  ],
  ['prose about keys', 'Key: value pairs. Bearer tokens authenticate. The api key: rotate it every 90days.'],
  ['a working directory', 'PWD=/home/ada/project1 OLDPWD=/tmp/build2x3y4z'],
  ['a path', 'secret: ./config/secret1.json, private_key = "/etc/ssl/private/server1key.pem"'],
  ['an address without a password', 'https://example.test:8080/a@2x.png ssh://git@github.test:22/a'],
  ['an address with a variable', 'postgres://app:${DB_PASSWORD}@db/main https://u:$PASS1@h.test'],
  ['an address of an example', 'postgres://user:password@localhost:5432/main'],
  [
    'words that begin like tokens',
    'sk-learn task-proj-plan npm_config_registry hf_hub_download pypi-attestations',
  ],
  [
    'a word from a list of settings',
    'secret: user-settings-v2, api_key: "openai-key-2", token: gpt-4o-2024-08',
  ],
  [
    'a first line of a key alone',
    'grep -n -- "-----BEGIN PRIVATE KEY-----" file and "-----END PRIVATE KEY-----"',
  ],
  ['a key left out between its lines', '-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----'],
  ['a certificate', `-----BEGIN CERTIFICATE-----\nMIIB${sha256}\n-----END CERTIFICATE-----`],
  ['a date', 'token: 2024-05-01T10:11:12.123Z'],
  ['text that is not ASCII', 'パスワード password: 八文字以上1a2b3c のこと'],
  ['a compass', 'compass: north1east2, bypass=a1b2c3d4'],
];
