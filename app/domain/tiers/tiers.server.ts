export { listPublicTiers, tiersUpdatedAt } from './tiers.queries.server'
