import { json } from '@remix-run/node'

import { engineMessages } from '~/content/engine'
import type { Fault } from '~/domain/engine-versions/check.server'
import type { EngineChange } from '~/domain/engine-versions/engine-versions.server'
import { invalid } from '~/http/api.server'
import { initOfReason, Problem } from '~/http/problem.server'

export const missingBackup = new Problem(404, 'Backup not found')

/** Responds to a change of the engine, with `message` on success; with 202 where another admin must release it. */
export function respondToChange(change: EngineChange, message: string) {
  if (change.ok && change.state === 'proposed')
    return json(
      { success: true, message: engineMessages.proposed, proposed: change.version },
      { status: 202 },
    )
  if (change.ok) return json({ success: true, message, version: change.version, backup: change.backup })
  switch (change.reason) {
    case 'invalid':
      return invalid(change.errors)
    case 'refused':
      return rejectSource(change.fault)
    case 'unchanged':
      return json({ success: true, message: change.message, backup: null })
    case 'conflict':
      return json({ error: change.message, base: change.current.hash }, initOfReason(change.reason))
    case 'busy':
      return json({ error: change.message }, initOfReason(change.reason))
    case 'missing':
      throw missingBackup
  }
}

/** 422 with the position of the error in the source, which its message names too. */
export function rejectSource({ message, line, column }: Fault) {
  return json({ error: message, line, column }, { status: 422 })
}
