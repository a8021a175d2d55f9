/** Beginnings of font files by format, as their signatures are detected. */
export const WOFF2 = Buffer.concat([Buffer.from('774f463200010000', 'hex'), Buffer.alloc(56)]);
export const WOFF = Buffer.concat([Buffer.from('774f464600010000', 'hex'), Buffer.alloc(56)]);
export const TTF = Buffer.concat([Buffer.from('0001000000', 'hex'), Buffer.alloc(59)]);
export const OTF = Buffer.concat([Buffer.from('4f54544f00', 'hex'), Buffer.alloc(59)]);
