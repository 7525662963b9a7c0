import fc from 'fast-check'

// Every run of the check draws the same cases; PROPERTY_SEED draws others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export default fc
