import type { SerializeFrom } from '@remix-run/node'

/** A row of a list as serialized by a loader: `RowOf<typeof listEntries>`. */
export type RowOf<List extends (...parameters: never[]) => Promise<readonly unknown[]>> = SerializeFrom<
  Awaited<ReturnType<List>>[number]
>
