import {
  Link,
  useActionData,
  useLocation,
  useRevalidator,
  type FetcherWithComponents,
} from '@remix-run/react'
import { useEffect, useId, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { ActionAlert } from './action-alert'
import { AdminPage } from './admin-frame'
import { Button, ButtonLink } from './button'
import { CheckboxField } from './field'
import { Form } from './form'
import type { FormResult } from './form-result'
import { ignoreSecondTap } from './ignore-second-tap'
import { HiddenFields } from './intent-form'
import { Obstacle } from './obstacle'
import { useClosedByBack } from './unsaved-changes'
import { useActionFetcher } from './use-action-fetcher'
import { useHydrated } from './use-hydrated'
import { isPlainClick } from './use-in-page-links'
import { usePreloadedPage } from './use-preloaded-page'

/** Advice when the response to an undo was lost: sent again, it undoes nothing twice. */
export const undoIsSafe = 'It may have been undone all the same. Pressing again is safe: it is undone once.'

/** The question before a destructive action, and the form that performs it. */
export type Confirmation = {
  question: string
  /** The name of the subject. */
  about?: string
  /** Details of the subject, such as the effect of the action. */
  children?: ReactNode
  /** Null if there is nothing to confirm. */
  confirmLabel: string | null
  /** The target of the form, and its fields. */
  action: string
  fields: Readonly<Record<string, string | number>>
  /** A checkbox that must be checked first: the name and value of its field. */
  consent?: { name: string; value: string; label: string }
  /** Whether the action is not destructive. */
  harmless?: boolean
}

type ConfirmButtonProps = Confirmation & {
  label: ReactNode
  /** The path of a page with the same question, for browsers without JavaScript; it renders a ConfirmPage. */
  page: string
  disabled?: boolean
  busyLabel?: string
  /** Whether to show only an icon, as in a row of actions. */
  compact?: boolean
  /** The key of a fetcher that other parts of the page observe too. */
  fetcherKey?: string
}

/**
 * A link to the confirmation page. With JavaScript it opens a dialog instead and posts in the background. If that fails, the dialog
 * reopens with the error.
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
  const { action, fields, harmless } = confirmation
  const { isOpen, open, busy, dialog } = useDialogFetcher(fields, fetcherKey)
  usePreloadedPage(action)
  const scripted = useHydrated()

  function ask(event: MouseEvent) {
    if (!isPlainClick(event) && !disabled) return
    event.preventDefault()
    if (!disabled && !busy) open()
  }

  return (
    <>
      <Link
        to={page}
        discover="none"
        className={
          compact ? 'icon-button icon-button-danger' : `button button-${harmless ? 'primary' : 'caution'}`
        }
        aria-disabled={disabled || busy || undefined}
        aria-haspopup={scripted ? 'dialog' : undefined}
        onClick={ask}
      >
        {busy && !compact ? busyLabel : label}
      </Link>
      {isOpen ? <ConfirmDialog {...confirmation} {...dialog} /> : null}
    </>
  )
}

/**
 * The state of a dialog that posts in the background; if that fails, it reopens with the error. After a final error the page is read again
 * once the dialog is closed. `fields` tell its requests from those of other dialogs with the same fetcher.
 */
export function useDialogFetcher(fields: Confirmation['fields'] = {}, fetcherKey?: string) {
  const fetcher = useActionFetcher(fetcherKey)
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const submitted = fetcher.formData
  const isOwn = (valueOf: (name: string) => unknown) =>
    Object.entries(fields).every(([name, value]) => valueOf(name) === String(value))
  const busy = fetcher.isSending && isOwn((name) => submitted?.get(name))
  const formResult = fetcher.state === 'idle' && fetcher.data?.failed ? fetcher.data : null
  const failed = formResult && isOwn((name) => formResult.values[name]) ? formResult : null

  const [shownError, setShownError] = useState(failed)
  if (failed !== shownError) {
    setShownError(failed)
    if (failed) setOpen(true)
  }
  return {
    isOpen,
    open: () => setOpen(true),
    busy,
    dialog: {
      form: fetcher.Form,
      failed,
      onClosed() {
        setOpen(false)
        if (failed?.final) revalidate()
      },
    },
  }
}

type ConfirmDialogProps = Confirmation & {
  form: FetcherWithComponents<unknown>['Form']
  failed: FormResult | null
  onClosed: () => void
}

/** The question in a dialog over the page, with what useDialogFetcher returns for it. */
export function ConfirmDialog({
  question,
  about,
  children,
  confirmLabel,
  action,
  fields,
  consent,
  harmless,
  form,
  failed,
  onClosed,
}: ConfirmDialogProps) {
  const isFinal = confirmLabel === null || failed?.final === true
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const questionId = useId()

  useEffect(() => {
    dialog.current?.showModal()
    if (!failed) cancel.current?.focus() // the harmless button is the default for the Enter key
    // eslint-disable-next-line react-hooks/exhaustive-deps -- an error takes the focus itself
  }, [])

  // Closing a dialog restores the focus, and fires its event a moment later.
  const close = () => dialog.current?.close()
  useClosedByBack(close)
  // Closes the dialog if Back navigates anyway.
  const { key } = useLocation()
  const [openedAt] = useState(key)
  useEffect(() => {
    if (key !== openedAt) close()
  }, [key, openedAt])
  const dismiss = () => {
    ignoreSecondTap(cancel.current)
    close()
  }
  const submit = ({ nativeEvent }: FormEvent) => {
    ignoreSecondTap((nativeEvent as SubmitEvent).submitter)
    close()
  }
  // Not in the cell of its button, whose styles it would get.
  return createPortal(
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={questionId}
      onClose={onClosed}
      onSubmit={(event) => event.stopPropagation()} // does not submit a form around the button
    >
      <p className="dialog-question" id={questionId}>
        {question}
      </p>
      {about ? <p className="dialog-about">{about}</p> : null}
      {children}
      <ActionAlert formResult={failed} />
      <Form as={form} method="post" action={action} preventScrollReset className="actions" onSubmit={submit}>
        <HiddenFields fields={fields} />
        {consent && !isFinal ? <CheckboxField required {...consent} /> : null}
        {isFinal ? null : (
          <Button type="submit" variant={harmless ? 'primary' : 'danger'}>
            {confirmLabel}
          </Button>
        )}
        <button type="button" className="button button-secondary" ref={cancel} onClick={dismiss}>
          {isFinal ? 'Close' : 'Cancel'}
        </button>
      </Form>
    </dialog>,
    document.body,
  )
}

type ConfirmPageProps = Confirmation & {
  title: string
  /** The previous page, which is the target of Cancel. */
  back: { to: string; label: string }
  /** Longer reading: above the buttons, which stay in view, and on a wide screen beside the question. */
  reading?: ReactNode
  /** Why the action is impossible, in place of the question and its form. */
  obstacle?: ReactNode
  busyLabel?: string
  /** The draft of the form that asks, removed once the action has succeeded. */
  draft?: string
}

/** The confirmation page for browsers without JavaScript. */
export function ConfirmPage({
  title,
  question,
  confirmLabel,
  action,
  fields,
  consent,
  harmless,
  back,
  children,
  reading,
  obstacle,
  busyLabel = 'Working...',
  draft,
}: ConfirmPageProps) {
  const fetcher = useActionFetcher()
  const ofDocument = useActionData<FormResult>() // without JavaScript, from the page's own action
  const [couldBeDone] = useState(!obstacle)
  if (obstacle)
    return (
      <AdminPage title={title} breadcrumbs={[back]}>
        <Obstacle takesFocus={couldBeDone}>{obstacle}</Obstacle>
        {children}
      </AdminPage>
    )
  const formResult = fetcher.data ?? ofDocument
  const isFinal = confirmLabel === null || formResult?.final === true
  const form = (
    <>
      <p className="dialog-question">{question}</p>
      {children}
      <ActionAlert formResult={formResult} />
      <Form as={fetcher.Form} method="post" action={action} className="actions" draft={draft}>
        <HiddenFields fields={fields} />
        {consent && !isFinal ? <CheckboxField required {...consent} /> : null}
        {isFinal ? null : (
          <Button
            type="submit"
            variant={harmless ? 'primary' : 'danger'}
            busy={fetcher.isSending}
            busyLabel={busyLabel}
          >
            {confirmLabel}
          </Button>
        )}
        <ButtonLink to={back.to} variant="secondary">
          {isFinal ? 'Close' : 'Cancel'}
        </ButtonLink>
      </Form>
    </>
  )
  return (
    <AdminPage title={title} breadcrumbs={[back]}>
      {reading ? (
        <div className="confirm-columns">
          <div className="card confirm-form">{form}</div>
          <div>{reading}</div>
        </div>
      ) : (
        form
      )}
    </AdminPage>
  )
}
