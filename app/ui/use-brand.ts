import { useRouteLoaderData } from '@remix-run/react'

import { defaultBrand, type Brand } from '~/content/brand'

/** The provider, as loaded by the root route. */
export function useBrand(): Brand {
  return useRouteLoaderData<() => { brand: Brand }>('root')?.brand ?? defaultBrand
}
