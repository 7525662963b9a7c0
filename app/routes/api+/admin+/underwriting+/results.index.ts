import { db } from '~/db.server'
import { filteredBatches } from '~/domain/underwriting/result-list.server'
import { engineDecisions, resultFilters, resultSorts, resultView } from '~/domain/underwriting/result-list'
import { resultBatches } from '~/domain/underwriting/underwriting.server'
import { callParams, pageRequest, requireOwnId, resource } from '~/http/api.server'
import { requireAdminCall } from '~/http/session.server'
import { streamJsonArray } from '~/http/stream-response.server'
import { choiceParam, sortBy, withDefault } from '~/lists/list-params'

const params = {
  ...resultFilters,
  decision: choiceParam(engineDecisions),
  factor: resultView.factor,
  sort: withDefault(sortBy(resultSorts, { withMessage: true }), '-id') as typeof resultView.sort,
}

/** Polled by the underwriting page, so a request does not extend the session. */
const results = resource({
  GET: async ({ request }) => {
    const { user } = await requireAdminCall(request, { renew: false })
    requireOwnId(new URL(request.url).searchParams.get('userId'), user.id)
    const page = pageRequest(request, { fields: resultSorts })
    const { sort, factor, ...filter } = callParams(request, params)
    const isPlain = sort.field === 'id' && Object.values(filter).every((value) => value === undefined)
    const batches = isPlain
      ? resultBatches(db, page)
      : filteredBatches(db, { filter, view: { sort, factor } }, page)
    return streamJsonArray(request, batches, page.limit)
  },
})

export { results as loader, results as action }
