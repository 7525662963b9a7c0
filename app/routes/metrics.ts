import type { LoaderFunctionArgs } from '@remix-run/node'

import { metricsAllowed, metricsText } from '~/server/metrics.server'

export async function loader({ request }: LoaderFunctionArgs) {
  if (!metricsAllowed(request)) return new Response('Forbidden\n', { status: 403 })
  const { text, contentType } = await metricsText()
  return new Response(text, { headers: { 'Content-Type': contentType, 'Cache-Control': 'no-store' } })
}
