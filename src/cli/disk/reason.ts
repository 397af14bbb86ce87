import { own } from "../../core/index.js";

/** What the codes of file systems mean. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "it is a file, or lies below one",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the disk is read-only",
  EIO: "the disk reports an error",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be larger than the system allows",
  ELOOP: "symbolic links lead in a circle",
};

/** The reason that the file system gave, in words. */
export function reason(error: unknown): string {
  const { code } = error as { readonly code?: string };
  return code === undefined ? String(error) : (own(reasons, code) ?? code);
}
