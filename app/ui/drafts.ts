/**
 * Half-filled forms, stored in the tab until they are sent, so that a reload, another page or a broken connection loses nothing. A
 * draft belongs to the account that was logged in when it was typed; public/accordion.js removes all drafts at a logout.
 */

import { idempotencyKeyName } from './idempotency-key-field'

type Fields = [name: string, value: string][]

/** The fields of a form, its idempotency key if any, and when they were typed, in milliseconds since 1970. */
type Draft = { at: number; fields: Fields; idempotencyKey?: string }

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export function draftKey(form: string, owner: number | null) {
  return `draft:${owner ?? 'visitor'}:${form}`
}

export function saveDraft(key: string, form: HTMLFormElement) {
  const fields: Fields = controlsOf(form)
    .filter((control) => !isChoice(control) || control.checked)
    .map(({ name, value }) => [name, value])
  const draft: Draft = { at: Date.now(), fields, idempotencyKey: keyFieldOf(form)?.value }
  withStorage((storage) => storage.setItem(key, JSON.stringify(draft)))
}

/**
 * Restores the draft of a form and returns when it was typed, or null if there is none. A draft that equals the values the form was rendered
 * with is removed: it was saved, although the response was lost, unless those values are input that is not saved. Fields are uncontrolled,
 * so no state has to be updated.
 */
export function restoreDraft(key: string, form: HTMLFormElement, { isUnsaved = false } = {}) {
  const draft = withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as Partial<Draft> | null)
  const controls = controlsOf(form)
  if (!draft?.fields || controls.length === 0) return null
  const { at = 0, fields, idempotencyKey } = draft
  const isStored = controls.every(
    (control) => isReadOnly(control) || draftValueOf(control, fields) === initialValueOf(control),
  )
  if (isStored && !isUnsaved) {
    removeDraft(key)
    return null
  }
  for (const control of controls) {
    const value = draftValueOf(control, fields)
    if (typeof value === 'boolean') (control as HTMLInputElement).checked = value
    else control.value = value
  }
  // The draft may have been accepted, although the response was lost: it counts once.
  const keyField = keyFieldOf(form)
  if (keyField && idempotencyKey !== undefined) keyField.value = idempotencyKey
  return at
}

function keyFieldOf(form: HTMLFormElement) {
  return form.querySelector<HTMLInputElement>(`[name=${idempotencyKeyName}]`)
}

/** Whether a field of a form, or of a part of it, has another value than it was rendered with. */
export function isEdited(form: HTMLFormElement | HTMLFieldSetElement) {
  return [...form.elements].some(
    (control) =>
      isControl(control) &&
      !isReadOnly(control) &&
      (isChoice(control) ? control.checked : control.value) !== initialValueOf(control),
  )
}

/** Returns the draft's state of a control: whether it is checked, or its value. A field that the draft lacks gets its initial value. */
function draftValueOf(control: Control, draft: Fields): boolean | string {
  if (isChoice(control))
    return draft.some(([name, value]) => name === control.name && value === control.value)
  return draft.find(([name]) => name === control.name)?.[1] ?? String(initialValueOf(control))
}

/** Returns the value the server rendered a control with, even if the browser has restored another. */
function initialValueOf(control: Control): boolean | string {
  if (isChoice(control)) return control.defaultChecked
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    return (options.find((option) => option.defaultSelected) ?? options[0])?.value ?? ''
  }
  return control.defaultValue
}

export function removeDraft(key: string) {
  withStorage((storage) => storage.removeItem(key))
}

/** Returns the drafts of an account whose names include a location: a path, a space and the subject of the form. */
export function listDrafts(owner: number) {
  const begin = draftKey('/', owner)
  const keys = withStorage((storage) => Object.keys(storage).filter((key) => key.startsWith(begin))) ?? []
  return keys.map((key) => {
    const [to = '', ...subject] = key.slice(begin.length - 1).split(' ')
    return { key, to, title: subject.join(' ') }
  })
}

/** Whether this tab has a draft of an account, whichever it is. */
export function hasAccountDrafts() {
  return withStorage((storage) => Object.keys(storage).some((key) => /^draft:\d+:/.test(key))) ?? false
}

let pendingKey: string | null = null

/** Records which draft is being sent, for the response to decide on. */
export function setPendingDraft(key: string | null) {
  pendingKey = key
}

/** Whether the input of the last submitted form is stored. */
export function hasPendingDraft() {
  const key = pendingKey
  return key !== null && withStorage((storage) => storage.getItem(key)) !== null
}

/** Removes the draft of the last submitted form, which was accepted. */
export function removePendingDraft() {
  if (pendingKey !== null) removeDraft(pendingKey)
}

/** All controls except passwords, codes, files and fields that no person types into. */
function controlsOf(form: HTMLFormElement) {
  return [...form.elements]
    .filter(isControl)
    .filter(
      (control) =>
        !(control instanceof HTMLInputElement) ||
        (!['password', 'file', 'hidden', 'submit'].includes(control.type) &&
          !['off', 'one-time-code'].includes(control.autocomplete)),
    )
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  )
}

/** Whether a control is read-only, like the version that a record's form is based on. */
function isReadOnly(control: Control) {
  return !(control instanceof HTMLSelectElement) && control.readOnly
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === 'radio' || control.type === 'checkbox'
}

/** Returns the result of an action on a storage, or null if storage is blocked or full: pages work without it. */
export function withStorage<Result>(
  action: (storage: Storage) => Result,
  storage = () => sessionStorage,
): Result | null {
  try {
    return action(storage())
  } catch {
    return null
  }
}
