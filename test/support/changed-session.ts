// An open session that writes differently: to make a disk fail, or to watch what is written.

import type { SessionHandle, SessionWriter } from '../../src/core/sessions/store.ts';

export function changedSession(session: SessionHandle, write: Partial<SessionWriter>): SessionHandle {
  const { path, access, repairs, artifacts, streamed, running } = session;
  return {
    ...{ path, access, repairs, artifacts, streamed, running },
    session: () => session.session(),
    active: () => session.active(),
    segment: (number, signal) => session.segment(number, signal),
    write: { ...session.write, ...write },
    close: () => session.close(),
  };
}
