/** The forms of a page that ask for confirmation before they are left. unsaved-changes.tsx asks; public pages do not load it. */

import { createContext, useContext, useEffect, useRef } from 'react'

/** A form that asks for confirmation before it is left with changes. */
export type Guarded = {
  isChanged: boolean
  /** The form is being submitted: the navigation is its own and loses nothing. */
  isSubmitting: boolean
  /** Discards the input. */
  discard: () => void
}

export const GuardedForms = createContext<Set<Guarded>>(new Set())

export function hasChanges(forms: ReadonlySet<Guarded>) {
  return [...forms].some(({ isChanged, isSubmitting }) => isChanged && !isSubmitting)
}

export function discardAll(forms: ReadonlySet<Guarded>) {
  for (const form of forms) {
    form.isChanged = false
    form.discard()
  }
}

/** Registers a form as guarded; `discard` discards its input. */
export function useGuard(active: boolean, discard: () => void) {
  const forms = useContext(GuardedForms)
  const own = useRef<Guarded>({ isChanged: false, isSubmitting: false, discard })
  useEffect(() => {
    own.current.discard = discard
  })
  useEffect(() => {
    const form = own.current
    if (active) forms.add(form)
    return () => void forms.delete(form)
  }, [active, forms])
  return {
    noteChange(isChanged = true) {
      own.current.isChanged = isChanged
    },
    noteSubmit() {
      own.current.isSubmitting = true
      setTimeout(() => (own.current.isSubmitting = false))
    },
  }
}
