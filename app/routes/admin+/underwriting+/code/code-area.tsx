import { useEffect, useRef, useState, type ReactNode } from 'react'

import { described, FieldNotes } from '~/ui/field'

import type { CodeEditor } from './code-mirror'

type Place = { line: number; column: number }

type Props = {
  name: string
  label: ReactNode
  defaultValue: string
  readOnly?: boolean
  hint?: string
  error?: string
  /** The place of an error in the text. */
  place?: Place | null
  onChange?: (text: string) => void
}

/**
 * A textarea for code. With JavaScript, unless it is read-only, an editor with colours and line numbers covers it and copies the
 * input to it.
 */
export function CodeArea({ name, label, defaultValue, readOnly, hint, error, place, onChange }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const changed = useRef(onChange)
  useEffect(() => {
    changed.current = onChange
  })

  useEffect(() => {
    // The editor adds styles, which the content security policy only allows with the nonce of the document.
    const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce
    const field = textarea.current
    const parent = host.current
    if (readOnly || !nonce || !field || !parent) return
    let gone = false
    let mounted: CodeEditor | null = null
    void import('./code-mirror')
      .then(({ mountEditor }) => {
        if (gone) return
        mounted = mountEditor(field, parent, { nonce })
        setEditor(mounted)
        changed.current?.(field.value) // the form may have restored a draft
      })
      .catch(() => {}) // the textarea works without the editor
    return () => {
      gone = true
      mounted?.destroy()
      setEditor(null)
    }
  }, [readOnly])

  useEffect(() => {
    editor?.describe({ error: error !== undefined, hint: hint !== undefined })
  }, [editor, error, hint])
  useEffect(() => {
    editor?.mark(place ?? null)
  }, [editor, place])

  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label htmlFor={name} id={`${name}-label`}>
        {label}
      </label>
      <FieldNotes id={name} hint={hint} error={error} />
      <div className="code-editor" ref={host} hidden={editor === null} />
      <textarea
        {...described({ id: name, hint, error })}
        id={editor ? undefined : name}
        name={name}
        ref={textarea}
        className={editor ? 'visually-hidden' : 'input code-area'}
        defaultValue={defaultValue}
        readOnly={readOnly}
        wrap="off"
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        rows={24}
        aria-hidden={editor ? true : undefined}
        tabIndex={editor ? -1 : undefined}
        onInput={({ currentTarget: { value } }) => {
          editor?.replace(value)
          onChange?.(value)
        }}
      />
    </div>
  )
}
