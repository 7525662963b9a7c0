import { useRouteLoaderData } from '@remix-run/react'

import { defaultBrand, type Brand } from '~/content/brand'

/** The provider, as the root has loaded it. */
export function useBrand(): Brand {
  return (useRouteLoaderData('root') as { brand: Brand } | undefined)?.brand ?? defaultBrand
}
