import { useEffect, useRef, useState, type ReactNode } from 'react'

import { described, FieldNotes } from '~/ui/field'
import { useCurrentError } from '~/ui/form'

import type { CodeEditor } from './code-mirror'
import type { CodeRun } from './code-runs.server'

type Place = { line: number; column: number }

type Props = {
  name: string
  label: ReactNode
  defaultValue: string
  readOnly?: boolean
  /** The colored parts of a read-only text. */
  runs?: readonly CodeRun[]
  hint?: string
  error?: string
  /** The place of an error in the text. */
  place?: Place | null
  onChange?: (text: string) => void
}

/**
 * A textarea for code. With JavaScript, unless it is read-only, an editor with colors and line numbers covers it and copies the
 * input to it. A read-only one is as large as its text and scrolls with its line numbers.
 */
export function CodeArea({
  name,
  label,
  defaultValue,
  readOnly,
  runs = [],
  hint,
  error: submittedError,
  place,
  onChange,
}: Props) {
  const error = useCurrentError(name, submittedError)
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
    let isUnmounted = false
    let mounted: CodeEditor | null = null
    void import('./code-mirror')
      .then(({ mountEditor }) => {
        if (isUnmounted) return
        mounted = mountEditor(field, parent, { nonce })
        setEditor(mounted)
        changed.current?.(field.value) // the form may have restored a draft
      })
      .catch(() => {}) // the textarea works without the editor
    return () => {
      isUnmounted = true
      mounted?.destroy()
      setEditor(null)
    }
  }, [readOnly])

  // A form that is reset fires no input event, and its fields have their values after this one.
  useEffect(() => {
    const field = textarea.current
    const follow = () =>
      setTimeout(() => {
        if (!field) return
        editor?.replace(field.value)
        changed.current?.(field.value)
      })
    field?.form?.addEventListener('reset', follow)
    return () => field?.form?.removeEventListener('reset', follow)
  }, [editor])

  useEffect(() => {
    editor?.describe({ error: error !== undefined, hint: hint !== undefined })
  }, [editor, error, hint])
  useEffect(() => {
    editor?.mark(place ?? null)
  }, [editor, place])

  return (
    <div className="field">
      <label htmlFor={name} id={`${name}-label`}>
        {label}
      </label>
      <FieldNotes id={name} hint={hint} error={error} />
      <div className="code-editor" ref={host} hidden={editor === null} />
      <CodeLines text={readOnly ? defaultValue : null} runs={runs}>
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

type CodeLinesProps = { text: string | null; runs: readonly CodeRun[]; children: ReactNode }

/**
 * Puts line numbers beside a text area that shows a text, and its colors behind it; neither is selected or read out. Without a text there are
 * none.
 */
function CodeLines({ text, runs, children }: CodeLinesProps) {
  if (text === null) return children
  const numbers = Array.from({ length: sizeOf(text).rows }, (_, index) => index + 1).join('\n')
  return (
    <div className="code-lines">
      <div className="code-numbers" aria-hidden="true">
        {numbers}
      </div>
      {runs.length === 0 ? (
        children
      ) : (
        <div className="code-coloured">
          <pre aria-hidden="true">
            <ColoredText text={text} runs={runs} />
          </pre>
          {children}
        </div>
      )}
    </div>
  )
}

function ColoredText({ text, runs }: { text: string; runs: readonly CodeRun[] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [className, plain, length] of runs) {
    const from = at + plain
    if (plain > 0) parts.push(text.slice(at, from))
    at = from + length
    parts.push(
      <span key={from} className={className}>
        {text.slice(from, at)}
      </span>,
    )
  }
  return [...parts, text.slice(at)]
}

/** The lines of a text and the columns of its longest one; a tab takes up to two. */
function sizeOf(text: string) {
  const lines = text.split(/\r\n?|\n/)
  return {
    rows: lines.length,
    cols: Math.max(...lines.map((line) => line.length + line.split('\t').length - 1)) + 1,
  }
}
