import { db } from '~/db.server'
import { parseId } from '~/domain/ids'
import type { Fields } from '~/domain/parse-fields'
import { recordSecurityEvent } from '~/domain/security-events/security-events.server'
import { endOwnSession, endSessionsOf, type Session } from '~/domain/sessions/sessions.server'

import { seeOther, seeOtherWithFlash } from './redirects.server'
import { keepFormOnFailure } from './forms.server'
import { signOut } from './session.server'

/**
 * Handles the forms of a session list on any page: ends one session of the caller's account, or all but the current one. Ending
 * the current one logs out. `back` is the URL of the list.
 */
export async function endSessionsFromPage(request: Request, session: Session, fields: Fields, back: string) {
  const { id: current, user } = session
  return keepFormOnFailure(fields, 'The session could not be ended. Please try again.', async () => {
    if (fields.intent === 'end-other-sessions') {
      const sessions = await endSessionsOf(db, user.id, { except: current })
      const details = { by: 'owner', sessions }
      if (sessions > 0) await recordSecurityEvent(db, { kind: 'session ended', accountId: user.id, details })
      return await seeOtherWithFlash(back, {
        tone: 'success',
        message: 'You are logged out everywhere else.',
      })
    }
    const id = parseId(fields.session_id)
    if (id === current) return seeOther('/login', await signOut(request))
    const ended = id !== null && (await endOwnSession(db, user.id, id))
    const details = { by: 'owner', sessions: 1 }
    if (ended) await recordSecurityEvent(db, { kind: 'session ended', accountId: user.id, details })
    return await seeOtherWithFlash(
      back,
      ended
        ? { tone: 'success', message: 'That device is logged out.' }
        : { tone: 'error', message: 'That session has ended already.' },
    )
  })
}
