import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Pack {
  readonly packed: Buffer;
  readonly sum: number;
  readonly size: number;
}

const MIB = 1024 * 1024;
const ZEROS = Buffer.alloc(MIB);
// Such pieces can follow each other, and an empty last block ends them.
const packedZeros = (): Buffer => deflateRawSync(ZEROS, { finishFlush: constants.Z_FULL_FLUSH });

/** So many mebibytes that are 0: to pack a large content itself takes seconds. */
export interface Zeros {
  readonly zerosMib: number;
}

function packOf(content: string | Uint8Array | Zeros): Pack {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    const data = Buffer.from(content);
    return { packed: deflateRawSync(data), sum: crc32(data), size: data.length };
  }
  const pieces = Array.from<Buffer>({ length: content.zerosMib }).fill(packedZeros());
  return {
    packed: Buffer.concat([...pieces, Buffer.from([3, 0])]),
    sum: pieces.reduce((sum) => crc32(ZEROS, sum), 0),
    size: pieces.length * MIB,
  };
}

/** A zip archive as an uploader makes it: packed, with sizes in the directory. */
export function zip(files: Readonly<Record<string, string | Uint8Array | Zeros>>): Uint8Array {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const { packed, sum, size } = packOf(content);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(sum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, label]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
