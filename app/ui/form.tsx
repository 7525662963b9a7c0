import { Form as RemixForm, useRouteLoaderData, type FormProps } from '@remix-run/react'
import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type RefAttributes,
  type RefObject,
} from 'react'

import { draftKey, isEdited, removeDraft, restoreDraft, saveDraft, setPendingDraft } from './drafts'
import type { FormResult } from './form-result'
import { useGuard } from './guarded-forms'
import { useLock } from './use-lock'
import { RestoredNotice } from './restored-notice'
import { UnsavedNotice } from './unsaved-notice'

type Props = FormProps & {
  /** The name under which a half-filled form is stored as a draft; the form of a record includes its version. */
  draft?: string
  /** The errors and values that the form is rendered with after an error. */
  formResult?: Pick<FormResult, 'errors'> | null
  /** Whether the server has stored the input of `formResult`, with its errors. */
  stored?: boolean
  /** The input of a form that was sent after its session had ended, which this one is first rendered with; a notice says so. */
  unsaved?: object | null
  /** Asks for confirmation before the page is left with unsaved changes. */
  guarded?: boolean
  /** Shows a notice about a restored draft, with a button to discard it: for forms of stored values, which a draft could be mistaken for. */
  saysRestored?: boolean
  /** Returns the names of the fields whose error no longer applies, given the values of the other fields. */
  needless?: (form: HTMLFormElement) => readonly string[]
  formRef?: RefObject<HTMLFormElement>
  /** Another form component to render: a fetcher's. */
  as?: ComponentType<FormProps & RefAttributes<HTMLFormElement>>
}

/** The names of the fields whose last errors are out of date. */
export const EditedFields = createContext<Pick<ReadonlySet<string>, 'has'>>(new Set())

/** For a form whose errors are all out of date. */
export const everyField = { has: () => true }

/** `useLayoutEffect`, except on the server, where React warns about it. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A control, and where it stood on the screen. */
type Place = { control: Element; top: number }

/**
 * Scrolls a control of a form back to its place; at the top of a page, which scrolls no further, the form keeps the rest of the space above
 * it, until it is answered again.
 */
function keepPlace(form: HTMLFormElement, place: Place | null) {
  form.style.paddingTop = ''
  if (!place) return
  const shift = () => place.control.getBoundingClientRect().top - place.top
  window.scrollBy(0, shift())
  if (shift() < 0) form.style.paddingTop = `${parseFloat(getComputedStyle(form).paddingTop) - shift()}px`
}

/**
 * A POST form. With JavaScript, the error of a field is hidden once the field is edited, or once another one hides it or makes it needless,
 * and a half-filled form is stored as a draft until it is accepted.
 */
export function Form({
  draft,
  formResult = null,
  stored = false,
  unsaved = null,
  guarded = false,
  saysRestored = guarded,
  needless,
  formRef,
  as: FormElement = RemixForm,
  onInput,
  onSubmit,
  children,
  ...form
}: Props) {
  const ownRef = useRef<HTMLFormElement>(null)
  const element = formRef ?? ownRef
  const owner = useOwner()
  const key = draft === undefined ? null : draftKey(draft, owner)

  const [edited, setEdited] = useState<{ of: unknown; names: ReadonlySet<string> }>({
    of: formResult,
    names: new Set(),
  })
  if (edited.of !== formResult) setEdited({ of: formResult, names: new Set() })

  // Restores the draft on mount. Values rendered after an error are newer than any draft.
  const isRejected = formResult !== null
  const [wasUnsaved, setWasUnsaved] = useState(unsaved !== null) // the server says so once
  const isUnsaved = wasUnsaved && !isRejected
  const guard = useGuard(guarded, () => key !== null && removeDraft(key))
  const [restoredFrom, setRestoredFrom] = useState<number | null>(null)
  const lock = useLock(element, () => {
    setRestoredFrom(null)
    setWasUnsaved(false)
  })
  useBrowserLayoutEffect(() => {
    if (key === null || isRejected || !element.current) return
    if (isUnsaved) saveDraft(key, element.current)
    const typedAt = restoreDraft(key, element.current, { isUnsaved })
    if (typedAt === null) return
    guard.noteChange()
    if (saysRestored && !isUnsaved) setRestoredFrom(typedAt)
    const fold = element.current.closest('details')
    if (fold) fold.open = true
  }, [key])

  const forgetDraft = () => {
    if (key !== null) removeDraft(key)
    guard.noteChange(false)
    setRestoredFrom(null)
  }

  useBrowserLayoutEffect(() => {
    if (stored) forgetDraft()
  }, [stored, formResult])

  // What the user works on keeps its place on the screen while the errors above it disappear.
  const place = useRef<Place | null>(null)
  useBrowserLayoutEffect(() => {
    if (element.current) keepPlace(element.current, place.current)
    place.current = null
  }, [edited])

  const noteEdit = (control: HTMLInputElement) => {
    if (!element.current) return
    // After an error, or a lost session, the form is rendered with the input, which differs from the stored values.
    guard.noteChange(isRejected || isUnsaved || isEdited(element.current))
    if (key !== null) saveDraft(key, element.current)
    if (!isRejected) return
    const others = [...hiddenFields(element.current), ...(needless?.(element.current) ?? [])]
    const names = [control.name, ...others].filter(Boolean)
    if (names.every((name) => edited.names.has(name))) return
    place.current = { control, top: control.getBoundingClientRect().top }
    setEdited({ of: formResult, names: new Set([...edited.names, ...names]) })
  }
  const input = (event: FormEvent<HTMLFormElement>) => {
    onInput?.(event)
    noteEdit(event.target as HTMLInputElement)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    setPendingDraft(key)
    guard.noteSubmit()
    lock()
  }

  // Fields elsewhere on the page, as in a table row, belong to the form by their `form` attribute.
  const note = useRef(noteEdit)
  useEffect(() => {
    note.current = noteEdit
  })
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const own = element.current
      if (target instanceof Element && 'form' in target && target.form === own && !own?.contains(target))
        note.current(target as HTMLInputElement)
    }
    document.addEventListener('input', follow)
    return () => document.removeEventListener('input', follow)
  }, [element])

  return (
    <EditedFields.Provider value={edited.names}>
      <FormElement {...form} ref={element} onInput={input} onSubmit={submit}>
        {isUnsaved ? <UnsavedNotice onDiscard={forgetDraft} /> : null}
        {restoredFrom !== null && !isRejected ? (
          <RestoredNotice typedAt={restoredFrom} form={element} onDiscard={forgetDraft} />
        ) : null}
        {children}
      </FormElement>
    </EditedFields.Provider>
  )
}

/** The names of the fields whose last errors are out of date: edited since, or made needless or hidden by another one. */
export function useEditedFields() {
  return useContext(EditedFields)
}

/** Returns the error of a field until it is edited. */
export function useCurrentError(name: string, error: string | undefined) {
  return useEditedFields().has(name) ? undefined : error
}

/** The names of the fields that other answers hide by CSS. */
function hiddenFields(form: HTMLFormElement) {
  return [...form.querySelectorAll('[class*=-when-]')]
    .filter((part) => getComputedStyle(part).display === 'none')
    .flatMap((part) => [...part.querySelectorAll<HTMLInputElement>('[name]')].map(({ name }) => name))
}

/** The id of the signed-in account. */
export function useOwner() {
  const root = useRouteLoaderData<() => { user: { id: number } | null }>('root')
  return root?.user?.id ?? null
}
