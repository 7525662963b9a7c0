import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  type DecorationSet,
} from '@codemirror/view'

import { codeColors } from './code-colors'

/** An editor in place of a textarea. */
export type CodeEditor = {
  /** Replaces the text after other code has changed the textarea. */
  replace: (text: string) => void
  /** Marks the place of an error, line and column from 1; null removes the mark. */
  mark: (place: { line: number; column: number } | null) => void
  /** Connects the editor to its error and its hint by aria-describedby. */
  describe: (shown: { error: boolean; hint: boolean }) => void
  destroy: () => void
}

const setMark = StateEffect.define<number | null>()
const marked = Decoration.line({ class: 'cm-wrong-line' })

const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes }) {
    let now = marks.map(changes)
    for (const effect of effects) {
      if (effect.is(setMark))
        now = effect.value === null ? Decoration.none : Decoration.set([marked.range(effect.value)])
    }
    return now
  },
  provide: (field) => EditorView.decorations.from(field),
})

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', maxHeight: '70vh' },
  '&.cm-focused': { outline: '3px solid var(--focus)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--figure-face)', fontSize: 'var(--text-s)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--ink-soft)',
    backgroundColor: 'var(--sunken)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--sunken)' },
  '.cm-line.cm-wrong-line': { backgroundColor: 'var(--danger-soft)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--info-soft)' },
  '.cm-selectionMatch, .cm-searchMatch': { backgroundColor: 'var(--pending-soft)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--sunken)' },
})

const highlightStyle = HighlightStyle.define(codeColors)

/** Creates an editor in `host` that updates the textarea. `nonce` is for its styles. */
export function mountEditor(
  textarea: HTMLTextAreaElement,
  host: HTMLElement,
  { nonce }: { nonce: string },
): CodeEditor {
  const { id, selectionStart, selectionEnd } = textarea
  const attributes = new Compartment()
  const attributesOf = (more: Record<string, string> = {}) =>
    EditorView.contentAttributes.of({
      id,
      'aria-labelledby': `${id}-label`,
      spellcheck: 'false',
      tabindex: '0',
      ...more,
    })
  const hadFocus = document.activeElement === textarea
  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: textarea.value,
      selection: { anchor: selectionStart, head: selectionEnd },
      extensions: [
        EditorView.cspNonce.of(nonce),
        attributes.of(attributesOf()),
        lineNumbers(),
        history(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        bracketMatching(),
        indentOnInput(),
        javascript(),
        markedLine,
        theme,
        syntaxHighlighting(highlightStyle),
        // Escape, then Tab leaves the editor: for a while after Escape, CodeMirror leaves Tab to the page.
        keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          const text = state.doc.toString()
          if (text === textarea.value) return
          textarea.value = text
          textarea.dispatchEvent(new Event('input', { bubbles: true })) // as if typed there
        }),
      ],
    }),
  })
  if (hadFocus) view.focus()
  return {
    replace(text) {
      if (text === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    mark(place) {
      if (place === null) return view.dispatch({ effects: setMark.of(null) })
      const line = view.state.doc.line(Math.min(place.line, view.state.doc.lines))
      const anchor = Math.min(line.from + place.column - 1, line.to)
      view.dispatch({ selection: { anchor }, effects: setMark.of(line.from) })
      // CodeMirror's own scrolling would also scroll the page, away from the message at its top.
      view.scrollDOM.scrollTop = view.lineBlockAt(anchor).top - view.scrollDOM.clientHeight / 2
    },
    describe({ error, hint }) {
      const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
      view.dispatch({
        effects: attributes.reconfigure(
          attributesOf({
            ...(parts.length > 0 ? { 'aria-describedby': parts.join(' ') } : {}),
            ...(error ? { 'aria-invalid': 'true' } : {}),
          }),
        ),
      })
    },
    destroy: () => view.destroy(),
  }
}
