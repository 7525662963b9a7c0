import { Link } from '@remix-run/react'

import type { Highlight } from '~/domain/underwriting/highlights'

type Props = {
  /** The name of the question. */
  question: string
  highlights: readonly Highlight[]
  /** The page that corrects the answers. */
  correct: string
}

/** Remarks on an answer; a doubt links to the form that corrects it. */
export function AnswerMarks({ question, highlights, correct }: Props) {
  return highlights
    .filter((highlight) => highlight.question === question)
    .map(({ kind, text }) =>
      kind === 'doubt' ? (
        <Link key={text} to={`${correct}#${question}`} className="answer-mark answer-mark-doubt">
          {text}
        </Link>
      ) : (
        <span key={text} className="answer-mark answer-mark-price">
          {text}
        </span>
      ),
    )
}
