/** A share of 1 as a percentage: '54.2%'; 'N/A' for an absent one. */
export function percentOf(share: number | null | undefined, decimals = 1) {
  return share === null || share === undefined ? 'N/A' : `${(100 * share).toFixed(decimals)}%`
}
