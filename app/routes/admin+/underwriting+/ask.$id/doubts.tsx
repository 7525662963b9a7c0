import { useLocation } from '@remix-run/react'
import type { MouseEvent } from 'react'

import { fieldOf, quotes, type Submission } from '~/domain/submissions/kinds'
import { Button } from '~/ui/button'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'

import { SubmissionValue } from '../../parts/submission-value'

type Doubt = {
  code: string | null
  text: string
  /** The names of the questions whose answers are in doubt. */
  questions: readonly string[]
  /** The suggested question. */
  suggestion: string | null
}

type Props = {
  quote: Submission
  doubts: readonly Doubt[]
  /** The id of the form for the question. */
  form: string
  /** Puts a question into the form. */
  onSuggest: (question: string) => void
}

/** The reasons why a quote is referred, with the doubtful answers and a suggested question for each. Without JavaScript, a post inserts it. */
export function Doubts({ quote, doubts, form, onSuggest }: Props) {
  return (
    <Card title="Answers in doubt">
      {doubts.length === 0 ? (
        <p>The newest result doubts no answer.</p>
      ) : (
        <>
          <p>Referred, because:</p>
          {doubts.map((doubt) => (
            <section key={doubt.text} className="asked">
              <p>
                <strong>{doubt.text}</strong>
              </p>
              <DoubtedAnswers quote={quote} questions={doubt.questions} />
              <Suggestion {...doubt} form={form} onSuggest={onSuggest} />
            </section>
          ))}
        </>
      )}
    </Card>
  )
}

function DoubtedAnswers({ quote, questions }: { quote: Submission; questions: readonly string[] }) {
  const fields = questions.flatMap((name) => fieldOf(quotes, name) ?? [])
  if (fields.length === 0) return null
  return (
    <DescriptionList
      items={fields.map((field) => ({
        term: field.label,
        description: <SubmissionValue field={field} submission={quote} emptyText="Not provided" />,
      }))}
    />
  )
}

function Suggestion({ code, suggestion, form, onSuggest }: Doubt & Pick<Props, 'form' | 'onSuggest'>) {
  const { pathname, search } = useLocation()
  if (code === null || suggestion === null) return null
  const use = (event: MouseEvent) => {
    event.preventDefault()
    onSuggest(suggestion)
  }
  return (
    <>
      <blockquote className="typed-words">{suggestion}</blockquote>
      <p>
        <Button
          type="submit"
          variant="secondary"
          form={form}
          formAction={`${pathname}${search}#message`}
          name="use"
          value={code}
          onClick={use}
        >
          Use this question
        </Button>
      </p>
    </>
  )
}
