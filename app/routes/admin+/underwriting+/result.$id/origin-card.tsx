import type { Replay as ReplayOutcome } from '~/domain/engine-versions/replay.server'
import { adminTime } from '~/domain/formats'
import type { ResultDetails } from '~/domain/underwriting/details'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import type { FormResult } from '~/ui/form-result'

import { JsonDetails } from '../parts/json-details'
import { Replay } from './replay'

type Props = {
  result: { id: number; date_created: string; engine_hash: string; configuration_hash: string }
  details: ResultDetails
  /** The URL of the result's page. */
  page: string
  replay: ReplayOutcome | undefined
  formResult: FormResult | undefined
}

/** Time and versions of a result, with its replay and its evidence. */
export function OriginCard({ result, details, page, replay, formResult }: Props) {
  return (
    <Card title="What made this result">
      <div className="halves origin-columns">
        <div>
          <DescriptionList
            items={[
              { term: 'Run at', description: `${adminTime(result.date_created)} UTC` },
              { term: 'Engine version', description: <code>{result.engine_hash.slice(0, 12)}</code> },
              { term: 'Configuration', description: <code>{result.configuration_hash.slice(0, 12)}</code> },
            ]}
          />
          <p className="hint">
            Results that name the same engine version and the same configuration were made by the same code
            from the same tables.
          </p>
        </div>
        <div>
          <Replay action={page} replay={replay} formResult={formResult} />
          <div className="after-form">
            <a href={`/admin/underwriting/result/${result.id}/evidence`} download>
              Download the evidence as JSON
            </a>
            <p className="hint">
              Input, version, result and who acted on it, with a fingerprint. The script verify-decision.mjs
              checks the file without this site.
            </p>
          </div>
        </div>
      </div>
      <JsonDetails title="Calculation details as JSON" value={details} />
    </Card>
  )
}
