import { usePoll } from '~/ui/use-poll'

export type ImportProgress = {
  run: number
  kind: 'import' | 'preview' | 'undo'
  table: string | null
  rows: number
  /** Over all files, from 0 to 1. */
  share: number
}

/** Polls the progress of the import until it ends. */
export function useImportProgress(active: boolean) {
  const { answer, failed } = usePoll<ImportProgress>('/api/admin/underwriting/import-progress', active)
  return { progress: answer, failed }
}
