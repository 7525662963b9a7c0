/** The states of a background run. */
export const statusNames = {
  running: 'Under way',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
}
