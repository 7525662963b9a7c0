import type { SerializeFrom } from '@remix-run/node'

/** A row of a list as a page gets it from its loader: `RowOf<typeof listEntries>`. */
export type RowOf<List extends (...parameters: never[]) => Promise<readonly unknown[]>> = SerializeFrom<
  Awaited<ReturnType<List>>[number]
>
