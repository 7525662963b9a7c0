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
 * input to it. A read-only one is as large as its text and scrolls with its line numbers.
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
      <CodeLines text={readOnly ? defaultValue : null}>
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
          {...(readOnly ? sizeOf(defaultValue) : { rows: 24 })}
          aria-hidden={editor ? true : undefined}
          tabIndex={editor ? -1 : undefined}
          onInput={({ currentTarget: { value } }) => {
            editor?.replace(value)
            onChange?.(value)
          }}
        />
      </CodeLines>
    </div>
  )
}

/** Puts line numbers, which are neither selected nor read out, beside a text area that shows a text; without a text there are none. */
function CodeLines({ text, children }: { text: string | null; children: ReactNode }) {
  if (text === null) return children
  const numbers = Array.from({ length: sizeOf(text).rows }, (_, index) => index + 1).join('\n')
  return (
    <div className="code-lines">
      <div className="code-numbers" aria-hidden="true">
        {numbers}
      </div>
      {children}
    </div>
  )
}

/** The lines of a text and the columns of its longest one; a tab takes up to two. */
function sizeOf(text: string) {
  const lines = text.split(/\r\n?|\n/)
  return {
    rows: lines.length,
    cols: Math.max(...lines.map((line) => line.length + line.split('\t').length - 1)) + 1,
  }
}
