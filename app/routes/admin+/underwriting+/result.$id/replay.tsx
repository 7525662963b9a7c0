import { useEffect, useRef } from 'react'

import type { Replay as ReplayOutcome } from '~/domain/engine-versions/replay.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import { IntentButton } from '~/ui/intent-button'
import { Notice } from '~/ui/notice'
import type { FormResult } from '~/ui/form-result'
import { Table } from '~/ui/table'

/** Replays a result from its stored input and engine version, and reports whether every figure is the same. */
export function Replay({
  action,
  replay,
  formResult,
}: {
  action: string
  replay?: ReplayOutcome
  formResult?: FormResult
}) {
  const answer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (replay) answer.current?.focus()
  }, [replay])
  return (
    <div className="after-form" id="replay">
      <p>
        The version of the engine and the input that made this result are kept with it, so that it can be made
        again.
      </p>
      <Form method="post" action={`${action}#replay`} preventScrollReset>
        <IntentButton intent="replay" variant="secondary" busyLabel="Replaying...">
          Replay this result
        </IntentButton>
      </Form>
      {formResult ? <ErrorSummary errors={formResult.errors} /> : null}
      {replay ? (
        <div className="after-form" ref={answer} tabIndex={-1} role="status">
          <ReplayAnswer replay={replay} />
        </div>
      ) : null}
    </div>
  )
}

function ReplayAnswer({ replay }: { replay: ReplayOutcome }) {
  if (!replay.ok) {
    return (
      <Notice tone="danger" title="The replay failed.">
        <p>{replay.message}</p>
      </Notice>
    )
  }
  const { compared, differences } = replay
  if (differences.length === 0) {
    return (
      <Notice tone="success">
        <p>{`The replay gave the same: all ${compared} figures agree.`}</p>
      </Notice>
    )
  }
  return (
    <>
      <Notice tone="warning">
        <p>{`The replay gave other figures: ${differences.length} of ${compared} differ.`}</p>
      </Notice>
      <Table
        caption="Figures that differ"
        captionHidden
        dense
        rows={differences}
        rowKey={({ figure }) => figure}
        columns={[
          { header: 'Figure', rowHeader: true, cell: ({ figure }) => figure },
          { header: 'Stored', cell: ({ stored }) => stored },
          { header: 'Replayed', cell: ({ replayed }) => replayed },
        ]}
      />
    </>
  )
}
