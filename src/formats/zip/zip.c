/* SPDX-License-Identifier: MIT */
/* Zip archives, read with minizip. The archive is read whole, because its directory is at its end;
 * members are inflated as they are read. Standard input can be an archive, too. Files that macOS
 * adds (__MACOSX, .DS_Store) are skipped silently. */
#include "formats/container.h"

#ifdef HAVE_MINIZIP
#include <ioapi.h>
#include <unzip.h>
#endif

enum {
    ARCHIVE_MAX = 64 << 20, /* bytes of an archive */
    NAME_MAX_BYTES = 1024,  /* bytes of a member's name that are kept */
    RATIO_MAX = 200,        /* an archive of records unpacks to 3 to 30 times its size */
    RATIO_FREE = 8 << 20,   /* the ratio is not checked up to this many unpacked bytes */
    PIECE = 512,  /* bytes inflated at a time; small, because a damaged piece is lost whole */
    HEADER = 46,  /* bytes of an entry of the directory, without its name and comment */
    LOCAL = 30,   /* bytes before the name of a member */
    TRAILER = 24, /* most bytes after a member whose sizes follow it */
    END = 22,     /* bytes of the end of the directory, without its comment */
    METHOD_STORED = 0,
    METHOD_DEFLATED = 8,
    FLAG_ENCRYPTED = 1,
};

static enum probed probe(struct str head)
{
    if (head.n < 4)
        return PROBED_SHORT;
    return str_begins(head, "PK\3\4") || str_begins(head, "PK\5\6") ? PROBED_KIND : PROBED_OTHER;
}

#ifdef HAVE_MINIZIP
static const uint32_t zip64 = 0xFFFFFFFF; /* a size that stands in an extra field */

struct zip {
    struct str text; /* the archive */
    size_t at;       /* position of minizip in it */
    unzFile file;
    bool is_begun;     /* the first member was passed */
    bool is_member;    /* a member is open */
    uint64_t left;     /* bytes of it that are still to come */
    uint64_t inflated; /* bytes of all members so far */
    uint64_t packed;   /* bytes that they take in the archive */
    uint64_t listed;   /* most bytes that these members and their entries can take */
    char name[NAME_MAX_BYTES + 1];
};

/* ---- The archive as a file, for minizip ---- */

static voidpf ZCALLBACK file_open(voidpf opaque, const void *name, int mode)
{
    (void)name, (void)mode;
    return opaque;
}

static uLong ZCALLBACK file_read(voidpf opaque, voidpf stream, void *to, uLong n)
{
    struct zip *zip = stream;
    size_t left = zip->text.n - zip->at;
    (void)opaque;
    n = n < left ? n : left;
    memcpy(to, zip->text.p + zip->at, n);
    zip->at += n;
    return n;
}

static uLong ZCALLBACK file_write(voidpf opaque, voidpf stream, const void *from, uLong n)
{
    (void)opaque, (void)stream, (void)from, (void)n;
    return 0;
}

static ZPOS64_T ZCALLBACK file_tell(voidpf opaque, voidpf stream)
{
    (void)opaque;
    return ((const struct zip *)stream)->at;
}

static long ZCALLBACK file_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin)
{
    struct zip *zip = stream;
    uint64_t from = 0;
    (void)opaque;
    if (origin != ZLIB_FILEFUNC_SEEK_SET)
        from = origin == ZLIB_FILEFUNC_SEEK_CUR ? zip->at : zip->text.n;
    if (offset > zip->text.n - from)
        return -1;
    zip->at = from + offset;
    return 0;
}

static int ZCALLBACK file_done(voidpf opaque, voidpf stream)
{
    (void)opaque, (void)stream;
    return 0;
}

/* ---- Members ---- */

static unsigned short_at(const struct zip *zip, size_t at)
{
    const unsigned char *bytes = (const unsigned char *)zip->text.p + at;
    return bytes[0] | (unsigned)bytes[1] << 8;
}

static bool open_archive(struct container *container, struct findings *findings)
{
    struct zip *zip = container->state;
    zlib_filefunc64_def functions = {file_open, file_read, file_write, file_tell,
                                     file_seek, file_done, file_done,  zip};
    enum finding_id id;
    if (!input_rest(container->input, ARCHIVE_MAX, &zip->text)) {
        /* If reading failed, the caller reports that. */
        if (!input_failure(container->input, &id))
            finding_raise(findings, FINDING_TOO_LARGE_ARCHIVE, (struct place){0}, NO_ARGS);
        return false;
    }
    /* An empty archive, of which nothing but a comment is there. */
    if (str_begins(zip->text, "PK\5\6") && zip->text.n >= END &&
        zip->text.n == END + short_at(zip, END - 2))
        return false;
    zip->file = unzOpen2_64("", &functions);
    if (!zip->file)
        finding_raise(findings, FINDING_READ, (struct place){0},
                      ARGS("the zip archive is damaged or cut off"));
    return zip->file != NULL;
}

static size_t give(void *context, void *to, size_t n, const char **failure)
{
    struct zip *zip = context;
    if (!zip->is_member)
        return 0;
    int got = unzReadCurrentFile(zip->file, to, n < PIECE ? (unsigned)n : PIECE);
    if (got > 0 && (unsigned)got <= zip->left) {
        zip->left -= (unsigned)got;
        zip->inflated += (unsigned)got;
        if (zip->inflated <= RATIO_FREE || zip->inflated / RATIO_MAX <= zip->text.n)
            return (size_t)got;
        *failure = "the zip archive unpacks to more than 200 times its size";
        return 0;
    }
    zip->is_member = false;
    /* minizip compares the checksum only after all bytes. */
    if (unzCloseCurrentFile(zip->file) != UNZ_OK || got < 0 || zip->left)
        *failure = "the member of the zip archive is damaged";
    return 0;
}

/* True for a folder, and for what macOS adds. */
static bool is_left_out(const char *name)
{
    size_t n = strlen(name);
    const char *slash = strrchr(name, '/'), *base = slash ? slash + 1 : name;
    return (n && name[n - 1] == '/') || strncmp(name, "__MACOSX/", 9) == 0 ||
           strcmp(base, ".DS_Store") == 0;
}

/* True if the directory goes on after the last member that it counts. */
static bool has_more(const struct zip *zip)
{
    size_t at = unzGetOffset64(zip->file);
    if (at + HEADER > zip->text.n || memcmp(zip->text.p + at, "PK\1\2", 4) != 0)
        return false;
    at += HEADER + short_at(zip, at + 28) + short_at(zip, at + 30) + short_at(zip, at + 32);
    return at + 4 <= zip->text.n && memcmp(zip->text.p + at, "PK\1\2", 4) == 0;
}

/* Counts the bytes that a member and its entry in the directory can take. */
static void count_listed(struct zip *zip, const unz_file_info64 *info)
{
    size_t at = unzGetOffset64(zip->file);
    zip->listed += HEADER + info->size_filename + info->size_file_extra + info->size_file_comment;
    if (at + HEADER > zip->text.n)
        return;
    size_t local = short_at(zip, at + 42) | (size_t)short_at(zip, at + 44) << 16;
    zip->listed += LOCAL + info->size_filename + info->compressed_size;
    zip->listed += TRAILER;
    zip->listed += local + LOCAL <= zip->text.n ? short_at(zip, local + 28) : 0;
}

/* True if the end of central directory record is cut off. minizip does not report this. */
static bool is_end_cut(struct str text)
{
    for (size_t i = 4; i < END && i <= text.n; i++)
        if (memcmp(text.p + text.n - i, "PK\5\6", 4) == 0)
            return true;
    return false;
}

/* Reports bytes that the directory does not list, as they may hide a game. */
static void check_listed(const struct zip *zip, struct findings *findings)
{
    unz_global_info64 global;
    if (unzGetGlobalInfo64(zip->file, &global) != UNZ_OK)
        return;
    uint64_t listed = zip->listed + END + global.size_comment;
    if (is_end_cut(zip->text))
        finding_raise(findings, FINDING_READ, (struct place){0},
                      ARGS("the zip archive is damaged or cut off"));
    else if (listed < zip->text.n)
        finding_warn(findings, FINDING_UNSUPPORTED_UNLISTED, (struct place){0},
                     ARGS((long long)(zip->text.n - listed)));
}

/* Goes to the next member and reads its entry. False at the end, or with a finding. */
static bool go_on(struct container *container, struct findings *findings, unz_file_info64 *info)
{
    struct zip *zip = container->state;
    int code = zip->is_begun ? unzGoToNextFile(zip->file) : unzGoToFirstFile(zip->file);
    zip->is_begun = true;
    if (code == UNZ_OK)
        code =
            unzGetCurrentFileInfo64(zip->file, info, zip->name, NAME_MAX_BYTES, NULL, 0, NULL, 0);
    if (code == UNZ_END_OF_LIST_OF_FILE ? has_more(zip) : code != UNZ_OK)
        finding_raise(findings, FINDING_READ, (struct place){0},
                      ARGS("the directory of the zip archive is damaged"));
    else if (code == UNZ_OK)
        count_listed(zip, info);
    else
        check_listed(zip, findings);
    return code == UNZ_OK;
}

static struct input *next(struct container *container, struct findings *findings)
{
    struct zip *zip = container->state;
    unz_file_info64 info;
    if (zip->is_member)
        unzCloseCurrentFile(zip->file);
    zip->is_member = false;
    arena_reset(&container->arena);
    do {
        container->is_over = !go_on(container, findings, &info);
        if (container->is_over)
            return NULL;
    } while (is_left_out(zip->name));
    struct place place = {.at = arena_plain(findings->arena, str_of(zip->name))};
    bool is_zip64 = info.compressed_size == zip64 || info.uncompressed_size == zip64,
         is_lie = info.compressed_size > zip->text.n;
    zip->packed += is_lie ? 0 : info.compressed_size;
    if (is_zip64) {
        finding_raise(findings, FINDING_UNSUPPORTED_ZIP64, place, NO_ARGS);
    } else if (zip->packed > zip->text.n) {
        container->is_over = true;
        finding_raise(findings, FINDING_UNSUPPORTED_OVERLAP, place, NO_ARGS);
    } else if (info.flag & FLAG_ENCRYPTED) {
        finding_raise(findings, FINDING_UNSUPPORTED_ENCRYPTED, place, NO_ARGS);
    } else if (info.compression_method != METHOD_STORED &&
               info.compression_method != METHOD_DEFLATED) {
        finding_raise(findings, FINDING_UNSUPPORTED_METHOD, place,
                      ARGS((long long)info.compression_method));
    } else if (is_lie || unzOpenCurrentFile(zip->file) != UNZ_OK) {
        finding_raise(findings, FINDING_READ, place,
                      ARGS("the member of the zip archive is damaged"));
    } else {
        zip->is_member = true;
        zip->left = info.uncompressed_size;
        return input_given(give, zip, container_name(container, str_of(zip->name)));
    }
    return NULL;
}

static void close_archive(struct container *container)
{
    struct zip *zip = container->state;
    if (zip->file)
        unzClose(zip->file);
}

const struct container_kind container_zip = {.name = "zip archive",
                                             .probe = probe,
                                             .size = sizeof(struct zip),
                                             .open = open_archive,
                                             .next = next,
                                             .close = close_archive,
                                             .holds_containers = true,
                                             .holds_others = true};
#else
static bool open_archive(struct container *container, struct findings *findings)
{
    (void)container;
    finding_raise(findings, FINDING_UNSUPPORTED, (struct place){0},
                  ARGS("a zip archive, because this program was built without minizip"));
    return false;
}

const struct container_kind container_zip = {
    .name = "zip archive", .probe = probe, .size = 1, .open = open_archive};
#endif
