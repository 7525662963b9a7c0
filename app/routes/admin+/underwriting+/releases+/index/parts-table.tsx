import type { ReactNode } from 'react'

import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { Table, type TableColumn } from '~/ui/table'

/** A change or a version that can be chosen for a release. */
export type WaitingPart = {
  key: string
  /** The name of the box that chooses it. */
  input: string
  label: string
  link: ReactNode
  summary: string
  /** Why it cannot be chosen; null if it can. */
  obstacle: string | null
  author: string | null
  created: string
  note: string | null
  /** The page of a change that the reader may withdraw. */
  withdraw: string | null
}

/** The forms that withdraw a change. Their buttons stand in the table, which is part of the form of the release. */
export function WithdrawForms({ parts }: { parts: readonly WaitingPart[] }) {
  return parts.map(({ key, withdraw }) =>
    withdraw === null ? null : (
      <Form key={key} id={withdrawFormId(key)} method="post" action={withdraw}>
        <input type="hidden" name="intent" value="withdraw" />
      </Form>
    ),
  )
}

function withdrawFormId(key: string) {
  return `withdraw-${key.replace(' ', '-')}`
}

const withdrawal: TableColumn<WaitingPart> = {
  header: 'Yours',
  cell: ({ key, withdraw, label }) =>
    withdraw === null ? null : (
      <Button type="submit" form={withdrawFormId(key)} variant="quiet">
        Withdraw<span className="visually-hidden"> {label}</span>
      </Button>
    ),
}

/** The waiting parts of a form, each with the box that chooses it. `values` are those of a form that was rejected. */
export function PartsTable({
  parts,
  values,
}: {
  parts: readonly WaitingPart[]
  values: Record<string, string>
}) {
  return (
    <Table
      caption="What waits for a release"
      captionHidden
      dense
      rows={parts}
      rowKey={({ key }) => key}
      columns={[
        {
          header: 'Choose',
          cell: ({ input, label, obstacle }) =>
            obstacle === null ? (
              <span className="choice">
                <input
                  type="checkbox"
                  name={input}
                  id={input}
                  value="yes"
                  defaultChecked={values[input] === 'yes'}
                />
                <label htmlFor={input}>
                  <span className="visually-hidden">{label}</span>
                </label>
              </span>
            ) : (
              <span aria-hidden="true">–</span>
            ),
        },
        {
          header: 'What',
          rowHeader: true,
          cell: ({ link, obstacle }) => (
            <>
              {link}
              {obstacle ? <span className="cell-note">{obstacle}</span> : null}
            </>
          ),
        },
        ...(parts.some(({ withdraw }) => withdraw !== null) ? [withdrawal] : []),
        {
          header: 'Change',
          cell: ({ summary, note }) => (
            <>
              {summary}
              {note ? <span className="cell-note">{note}</span> : null}
            </>
          ),
        },
        {
          header: 'Proposed',
          cell: ({ created, author }) => (
            <>
              <span className="on-one-line">{created}</span>
              <span className="cell-note">{author ?? 'A deleted account'}</span>
            </>
          ),
        },
      ]}
    />
  )
}
