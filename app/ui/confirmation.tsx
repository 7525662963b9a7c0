import { Link, type FetcherWithComponents } from '@remix-run/react'
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'

import { ActionAlert } from './action-alert'
import { AdminPage } from './admin-frame'
import { Button, ButtonLink } from './button'
import { Form } from './form'
import type { RefusedForm } from './refused-form'
import { useActionFetcher } from './use-action-fetcher'
import { useHydrated } from './use-hydrated'

/** What is asked before something is done that cannot be undone, and the form that does it. */
export type Confirmation = {
  question: string
  /** What it is asked about, by name. */
  about?: string
  confirmLabel: string
  /** Where the form posts to, and what it says. */
  action: string
  fields: Readonly<Record<string, string | number>>
  /** It takes nothing away. */
  harmless?: boolean
}

type ConfirmButtonProps = Confirmation & {
  label: ReactNode
  /** The path of a page that asks the same, for where there is no JavaScript: it draws a ConfirmPage. */
  page: string
  disabled?: boolean
  busyLabel?: string
  /** A picture alone, among others in a row. */
  compact?: boolean
  /** Names a fetcher that other parts of the page look at too. */
  fetcherKey?: string
}

/**
 * A link to the page that asks; with JavaScript it asks in a dialog, and the answer is posted in the background. Where that fails, the
 * dialog comes back and says so.
 */
export function ConfirmButton({
  label,
  page,
  disabled = false,
  busyLabel = 'Working...',
  compact = false,
  fetcherKey,
  ...confirmation
}: ConfirmButtonProps) {
  const { fields, harmless } = confirmation
  const fetcher = useActionFetcher(fetcherKey)
  const scripted = useHydrated()
  const [open, setOpen] = useState(false)
  const sent = fetcher.formData
  const isOwn = (valueOf: (name: string) => unknown) =>
    Object.entries(fields).every(([name, value]) => valueOf(name) === String(value))
  const busy = sent !== undefined && isOwn((name) => sent.get(name))
  const refused = fetcher.state === 'idle' && fetcher.data?.failed ? fetcher.data : null
  const failed = refused && isOwn((name) => refused.values[name]) ? refused : null

  const [shown, setShown] = useState(failed)
  if (failed !== shown) {
    setShown(failed)
    if (failed) setOpen(true)
  }

  function ask(event: MouseEvent) {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (elsewhere && !disabled) return
    event.preventDefault()
    if (!disabled && !busy) setOpen(true)
  }

  return (
    <>
      <Link
        to={page}
        className={
          compact ? 'icon-button icon-button-danger' : `button button-${harmless ? 'primary' : 'caution'}`
        }
        aria-disabled={disabled || busy || undefined}
        aria-haspopup={scripted ? 'dialog' : undefined}
        onClick={ask}
      >
        {busy && !compact ? busyLabel : label}
      </Link>
      {open ? (
        <ConfirmDialog
          {...confirmation}
          form={fetcher.Form}
          failed={failed}
          onClosed={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

type ConfirmDialogProps = Confirmation & {
  form: FetcherWithComponents<unknown>['Form']
  failed: RefusedForm | null
  onClosed: () => void
}

function ConfirmDialog({
  question,
  about,
  confirmLabel,
  action,
  fields,
  harmless,
  form,
  failed,
  onClosed,
}: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const questionId = useId()

  useEffect(() => {
    dialog.current?.showModal()
    if (!failed) cancel.current?.focus() // what does no harm comes first under the Enter key
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what failed takes the focus itself
  }, [])

  // Closing a dialog gives the focus back to what had it, and says so by its event, a moment later.
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={questionId} onClose={onClosed}>
      <p className="dialog-question" id={questionId}>
        {question}
      </p>
      {about ? <p className="dialog-about">{about}</p> : null}
      <ActionAlert refused={failed} />
      <Form as={form} method="post" action={action} preventScrollReset className="actions" onSubmit={close}>
        <HiddenFields fields={fields} />
        <Button type="submit" variant={harmless ? 'primary' : 'danger'}>
          {confirmLabel}
        </Button>
        <button type="button" className="button button-secondary" ref={cancel} onClick={close}>
          Cancel
        </button>
      </Form>
    </dialog>
  )
}

type ConfirmPageProps = Confirmation & {
  title: string
  /** Where the question came from, and where Cancel leads. */
  back: { to: string; label: string }
  /** What it is about. */
  children?: ReactNode
}

/** The page of its own that asks where there is no JavaScript. */
export function ConfirmPage({
  title,
  question,
  confirmLabel,
  action,
  fields,
  harmless,
  back,
  children,
}: ConfirmPageProps) {
  const fetcher = useActionFetcher()
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      <p className="dialog-question">{question}</p>
      {children}
      <ActionAlert refused={fetcher.data} />
      <Form as={fetcher.Form} method="post" action={action} className="actions">
        <HiddenFields fields={fields} />
        <Button type="submit" variant={harmless ? 'primary' : 'danger'}>
          {confirmLabel}
        </Button>
        <ButtonLink to={back.to} variant="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </AdminPage>
  )
}

function HiddenFields({ fields }: Pick<Confirmation, 'fields'>) {
  return Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
