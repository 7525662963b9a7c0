import type { ReactNode } from 'react'

import { capital } from '~/domain/formats'
import { submissionKinds } from '~/domain/submissions/kinds'
import {
  answers,
  decisions,
  exportUrl,
  shownFields,
  type SubmissionListState,
} from '~/domain/submissions/submission-list'
import type { Count } from '~/domain/submissions/submissions.server'
import { dateFields, ListToolbar } from '~/ui/list-toolbar'

import { Tabs } from '../../parts/tabs'

const answerLabels = {
  sent: 'Sent',
  interested: 'Sent, interested',
  refused: 'Sent, not interested',
  unanswered: 'Sent, no reply yet',
  declined: 'Sent, declined',
}

const ratedFields = [
  { name: 'industry', label: 'Rated industry', type: 'text' },
  { name: 'tier', label: 'Tier', type: 'text' },
] as const

/** Formats a count: 12, about 12,000 or 10,000+. */
export function countInWords({ count, precision }: Count) {
  const figure = count.toLocaleString('en-US')
  return precision === 'exact' ? figure : precision === 'about' ? `about ${figure}` : `${figure}+`
}

/** The kinds as tabs, each with its count. */
export function SubmissionTabs({
  listState,
  counts,
}: {
  listState: SubmissionListState
  counts: readonly ({ slug: string } & Count)[]
}) {
  return (
    <Tabs
      label="Kinds of submissions"
      tabs={submissionKinds.map(({ slug, title }) => {
        const count = counts.find((one) => one.slug === slug)
        return {
          label: title,
          to: `/admin/submissions?tab=${slug}`,
          current: slug === listState.kind.slug,
          count: count && countInWords(count),
        }
      })}
    />
  )
}

type FilterProps = {
  listState: SubmissionListState
  statuses: readonly ({ status: string } & Count)[]
  total: Count
  sorts: ReactNode
  views: ReactNode
}

/** The filters of the list, the number of matching submissions, and a link to export them. */
export function SubmissionFilter({ listState, statuses, total, sorts, views }: FilterProps) {
  const { kind, isFiltered } = listState
  const count = countInWords(total)
  const bound = total.precision === 'about' ? '10,000' : total.count.toLocaleString('en-US')
  const matches = total.count === 0 ? 'No matches' : `${count} ${total.count === 1 ? 'match' : 'matches'}`
  const matching = isFiltered ? matches : `${count} in all`
  return (
    <ListToolbar
      key={kind.slug}
      url={listState.list.url({}, listState)}
      state={listState}
      fields={[
        { name: 'q', label: `Search by ${kind.searchedIn}` },
        {
          name: 'status',
          label: 'Status',
          options: statuses.map(({ status, ...count }) => ({
            value: status,
            label: `${status} (${countInWords(count)})`,
          })),
        },
        ...(kind.underwritten
          ? [
              {
                name: 'decision' as const,
                label: 'Underwriting',
                options: decisions.map((value) => ({
                  value,
                  label: value === 'none' ? 'Not run' : capital(value),
                })),
              },
              {
                name: 'answer' as const,
                label: 'Answer',
                options: answers.map((value) => ({ value, label: answerLabels[value] })),
              },
              // Only linked to by the portfolio, so that the common filters fit into one row.
              ...ratedFields.filter(({ name }) => listState.texts[name] !== ''),
            ]
          : []),
        ...dateFields,
      ]}
      columns={{
        name: 'columns',
        options: kind.fields
          .filter(({ name }) => name !== 'name')
          .map(({ name, label, heading }) => ({ value: name, label: heading ?? label })),
        chosen: shownFields(listState).map(({ name }) => name),
      }}
      total={total.precision === 'exact' ? matching : `${matching} (counted one by one up to ${bound})`}
      sorts={sorts}
      views={views}
      csv={
        total.count === 0
          ? null
          : { to: exportUrl(listState), before: `Download ${isFiltered ? 'what matches' : 'all'} as` }
      }
    />
  )
}
