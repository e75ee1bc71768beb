// What a person can do about a failure, beside what happened.

import { assertNever } from '../base/fail.ts';
import type { ProviderFailure } from '../core/provider/failures.ts';
import type { StoreFailure } from '../core/sessions/failures.ts';

/** One clause, without a full stop. */
export function storeRemedy(failure: StoreFailure): string {
  switch (failure.kind) {
    case 'not-found':
      return 'check the path';
    case 'not-a-session':
      return 'segue verify looks at its files; name another session, or import a transcript first';
    case 'newer-format':
      return 'update Segue to open it';
    case 'locked':
      return 'close it there, or wait until that process ends';
    case 'lock-lost':
      return 'close it there and run the command again; what was confirmed before is in it';
    case 'not-readable':
    case 'not-writable':
      return 'check its permissions and those of its folder';
    case 'no-plain-file':
      return 'move what stands there away';
    case 'disk-full':
      return 'free some space and run it again; nothing that was there before is changed';
    case 'changed-on-disk':
      return 'open the session anew to see what is there now; nothing was written';
    case 'damaged':
      return 'look at them with segue verify, then accept them with --accept-damage';
    case 'read-only-handle':
      return 'open it for writing';
    case 'needs-reopen':
      return 'run the command again; opening the session repairs it';
    case 'closed':
      return 'open it again';
    case 'cancelled':
      return 'the session is as it was before';
    case 'io':
      return systemRemedy(failure.code);
    default:
      return assertNever(failure);
  }
}

/** By the code of the system. One clause, without a full stop. */
export function systemRemedy(code: string): string {
  switch (code) {
    case 'ENOTDIR':
      return 'a part of that path is a file; choose another place';
    case 'EISDIR':
    case 'EEXIST':
      return 'something else is in the way; move it or choose another place';
    case 'ELOOP':
      return 'its symbolic links lead in a circle; name the file itself';
    case 'ENAMETOOLONG':
      return 'choose a place with a shorter path';
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open on this machine; close some programs and run it again';
    default:
      return 'check the disk and run it again';
  }
}

/** One clause, without a full stop. */
export function providerRemedy(failure: ProviderFailure): string {
  switch (failure.kind) {
    case 'unsendable':
    case 'rejected':
      return 'try another model';
    case 'overflow':
    case 'too-large':
      return 'use a model with a larger window, or --provider offline';
    case 'rate-limit': {
      const { retryAfterSeconds: seconds } = failure;
      return seconds === undefined
        ? 'wait a while and run it again'
        : `wait ${Math.ceil(seconds)} s and run it again`;
    }
    case 'auth':
      return 'check the key and whether it may use this model';
    case 'not-found':
      return 'check --model and --base-url';
    case 'server':
      return 'run it again later, or use --provider offline';
    case 'network':
      return 'check the connection and --base-url, or use --provider offline';
    case 'cut-short':
      return 'run it again, or use another model';
    case 'malformed':
      return 'check that --base-url is an address of this kind of provider';
    case 'refused':
      return 'use another model, or --provider offline';
    case 'idle':
      return 'run it again, or allow more time with --set compaction.idleTimeoutSeconds=…';
    case 'cancelled':
      return 'run it again';
    default:
      return assertNever(failure);
  }
}

/** The same where a chat asked: the offline model cannot answer in place of another. One clause, without a full stop. */
export function chatRemedy(failure: ProviderFailure): string {
  switch (failure.kind) {
    case 'overflow':
    case 'too-large':
      return 'use a model with a larger window, or run segue compact first';
    case 'server':
      return 'run it again later';
    case 'network':
      return 'check the connection and --base-url';
    case 'refused':
      return 'ask in other words, or use another model';
    default:
      return providerRemedy(failure);
  }
}
