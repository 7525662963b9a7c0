import { quotes, type Submission } from '~/domain/submissions/kinds'
import { isAbsent } from '~/domain/submissions/values'
import type { Highlight } from '~/domain/underwriting/highlights'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'

import { AnswerMarks } from '../../parts/answer-marks'
import { SubmissionValue } from '../../parts/submission-value'

const answers = quotes.fields.filter(({ group }) => group !== 'Submission')
const groups = [...new Set(answers.map(({ group }) => group))]

type Props = {
  quote: Submission
  highlights: readonly Highlight[]
  /** The page that corrects the answers. */
  correct: string
}

/**
 * All answers of an applicant, grouped for underwriters, with remarks: a doubt links to the form that corrects it. A long text has its own card, unless it is
 * absent.
 */
export function QuoteCards({ quote, highlights, correct }: Props) {
  return (
    <>
      {groups.map((title) => {
        const fields = answers.filter(({ group }) => group === title)
        const texts = fields.filter((field) => field.shape === 'words' && !isAbsent(field, quote[field.name]))
        const items = fields
          .filter(({ shape }) => shape !== 'words')
          .map((field) => ({
            term: field.label,
            description: (
              <>
                <SubmissionValue field={field} submission={quote} emptyText="Not provided" />
                <AnswerMarks question={field.name} highlights={highlights} correct={correct} />
              </>
            ),
          }))
        return texts.length + items.length === 0 ? null : (
          <Card key={title} title={title}>
            {items.length > 0 ? <DescriptionList items={items} /> : null}
            {texts.map((field) => (
              <p key={field.name}>
                <SubmissionValue field={field} submission={quote} emptyText="" />
              </p>
            ))}
          </Card>
        )
      })}
    </>
  )
}
