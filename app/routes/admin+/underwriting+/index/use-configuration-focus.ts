import { useEffect, useRef } from 'react'

import { useHydrated } from '~/ui/use-hydrated'

import type { OpenRecord, Section } from './configuration-section'

/**
 * Manages the focus of a table: a form or row that opens gets it on its first field; after it closes, the control that opened it;
 * after the focused row is deleted, the table. If its record does not exist, the notice gets it. A new document keeps its own focus and scroll position.
 */
export function useConfigurationFocus({ open, rows }: Section, isRejected: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<{ form: string; ids: readonly number[] }>({ form: '', ids: [] })
  const form = nameOf(open)
  const isArriving = useRef(!useHydrated())
  useEffect(() => {
    const last = before.current
    const ids = rows.map(({ id }) => id)
    before.current = { form, ids }
    const arriving = isArriving.current
    isArriving.current = false
    if (arriving) return
    const find = (selector: string) => box.current?.querySelector<HTMLElement>(selector)
    if (form !== last.form && form !== '') {
      const place = form.startsWith('row') ? '.row-open' : '.configuration-form'
      if (!isRejected) {
        const field = find(`${place} :is(input:not([type="hidden"]), select, textarea:not([hidden]))`)
        ;(field ?? find('.notice[tabindex]'))?.focus()
        find('.row-open')?.scrollIntoView({ block: 'nearest' }) // its buttons too
      }
      return
    }
    if (document.activeElement !== document.body) return
    const table = '.table-scroll'
    if (form !== last.form)
      (find(`[data-opens="${last.form}"]`) ?? find('[data-opens="new"]') ?? find(table))?.focus()
    else if (last.ids.some((id) => !ids.includes(id))) find(table)?.focus()
  }, [form, rows, isRejected])
  return box
}

/** Returns the name that marks the control that opens a form or row. */
function nameOf(open: OpenRecord | null) {
  if (open === null) return ''
  return 'id' in open ? `${open.as} ${open.id}` : open.as
}
