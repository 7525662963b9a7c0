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
} from 'react'

import { draftKey, noteSentDraft, restoreDraft, saveDraft } from './drafts'
import type { RefusedForm } from './refused-form'

type Props = FormProps & {
  /** Names the draft under which a half-filled form is kept in this tab; a record's form names its version too. */
  draft?: string
  /** The answer that the form is drawn with, when it was refused. */
  refused?: Pick<RefusedForm, 'errors'> | null
  /** Another form to draw: a fetcher's. */
  as?: ComponentType<FormProps & RefAttributes<HTMLFormElement>>
}

const EditedFields = createContext<ReadonlySet<string>>(new Set())

/** Not on the server, where React warns of layout effects. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A form that is posted. With JavaScript, what is wrong with a field is no longer said once the field is edited, and a half-filled
 * form is kept as a draft until it is accepted.
 */
export function Form({ draft, refused = null, as: Element = RemixForm, onInput, onSubmit, ...form }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const owner = useOwner()
  const key = draft === undefined ? null : draftKey(draft, owner)

  const [edited, setEdited] = useState<{ of: unknown; names: ReadonlySet<string> }>({
    of: refused,
    names: new Set(),
  })
  if (edited.of !== refused) setEdited({ of: refused, names: new Set() })

  // A form is filled when it appears. What the server has drawn of a refused one is newer than any draft.
  const isRefused = refused !== null
  useBrowserLayoutEffect(() => {
    if (key !== null && !isRefused && element.current) restoreDraft(key, element.current)
  }, [key])

  const input = (event: FormEvent<HTMLFormElement>) => {
    onInput?.(event)
    const { name } = event.target as HTMLInputElement
    if (key !== null) saveDraft(key, event.currentTarget)
    if (isRefused && !edited.names.has(name))
      setEdited({ of: refused, names: new Set(edited.names).add(name) })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    noteSentDraft(key)
  }

  return (
    <EditedFields.Provider value={edited.names}>
      <Element {...form} ref={element} onInput={input} onSubmit={submit} />
    </EditedFields.Provider>
  )
}

/** The names of the fields that were edited since their form was refused: their errors are out of date. */
export function useEditedFields() {
  return useContext(EditedFields)
}

/** What is wrong with a field, until it is edited. */
export function useCurrentError(name: string, error: string | undefined) {
  return useEditedFields().has(name) ? undefined : error
}

/** The account that is signed in, by its number. */
function useOwner() {
  const root = useRouteLoaderData('root') as { user: { id: number } | null } | undefined
  return root?.user?.id ?? null
}
