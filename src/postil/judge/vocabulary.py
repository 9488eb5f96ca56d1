"""Names every reader takes for granted: keywords, built-ins and standard modules."""

from __future__ import annotations

_PYTHON = """
    False None True and as assert async await break case class continue def del elif else except
    finally for from global if import in is lambda match nonlocal not or pass raise return self cls
    super try type while with yield abs aiter all anext any ascii bin bool breakpoint bytearray
    bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec
    filter float format frozenset getattr globals hasattr hash help hex id input int isinstance
    issubclass iter len list locals map max memoryview min next object oct open ord pow print
    property range repr reversed round set setattr slice sorted staticmethod str sum tuple vars zip
    Exception BaseException ExceptionGroup ArithmeticError AssertionError AttributeError
    BlockingIOError BrokenPipeError BufferError ConnectionError EOFError FileExistsError
    FileNotFoundError FloatingPointError GeneratorExit IOError ImportError IndentationError
    IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError
    MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError
    NotImplemented OSError OverflowError PermissionError ProcessLookupError RecursionError
    ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError
    SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError
    UnicodeEncodeError UnicodeError ValueError ZeroDivisionError Warning DeprecationWarning
    UserWarning ResourceWarning RuntimeWarning Ellipsis
    abc argparse array ast asyncio base64 bisect builtins calendar cmath codecs collections
    concurrent configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal
    difflib email enum errno fcntl fnmatch fractions functools gc getpass gettext glob gzip hashlib
    heapq hmac html http importlib inspect io ipaddress itertools json keyword linecache locale
    logging lzma math mimetypes multiprocessing numbers operator os pathlib pickle pkgutil platform
    pprint queue random re resource sched secrets select selectors shelve shlex shutil signal
    site socket sqlite3 ssl stat statistics string struct subprocess sys sysconfig tarfile tempfile
    textwrap threading time timeit tkinter token tokenize tomllib traceback types typing unicodedata
    unittest urllib uuid warnings weakref xml zipfile zlib zoneinfo
"""

_JAVASCRIPT = """
    any boolean catch const constructor debugger declare default delete do enum export extends
    function implements infer instanceof interface keyof let namespace never new null number of
    private protected public readonly require satisfies static string switch symbol this throw
    undefined unknown var void typeof Array ArrayBuffer Boolean BigInt Buffer Date Error Function
    Infinity Intl JSON Map Math NaN Number Object Promise Proxy RangeError Reflect RegExp Set
    String Symbol TypeError URL URLSearchParams WeakMap WeakSet AbortController AbortSignal
    Blob Event EventTarget FormData Headers Request Response TextDecoder TextEncoder WebSocket
    Worker clearInterval clearTimeout console decodeURIComponent document encodeURIComponent fetch
    globalThis isNaN localStorage location module exports navigator parseFloat parseInt process
    queueMicrotask sessionStorage setInterval setTimeout setImmediate structuredClone window
    innerHTML Partial Pick Omit Record Readonly Required Exclude Extract ReturnType Awaited
    useState useEffect useMemo useCallback useRef useContext useReducer
"""

_GO = """
    append cap chan close complex copy defer delete error fallthrough func go goto imag
    interface iota make map new nil package panic print println real recover rune select struct
    uint uint8 uint16 uint32 uint64 uintptr int8 int16 int32 int64 float32 float64 byte
    bufio context crypto encoding errors fmt net sort strconv strings sync testing
"""

_RUST = """
    Arc Box BTreeMap BTreeSet Cell Clone Cow Copy Debug Default Display Drop Eq Err Fn FnMut
    FnOnce From HashMap HashSet Hash Into Iterator Mutex Ok Option Ord PartialEq PartialOrd Rc
    RefCell Result RwLock Self Send Sized Some Sync ToString TryFrom Vec VecDeque alloc bool char
    clone core crate dyn enum expect extern f32 f64 fn i8 i16 i32 i64 i128 impl isize loop macro
    mod move mut panic pub ref std str struct trait todo u8 u16 u32 u64 u128 unimplemented
    unreachable unsafe unwrap use usize vec where
"""

_JVM_AND_DOTNET = """
    abstract bool boolean byte char double final float foreach instanceof int internal long native
    override object out params sealed short signed strictfp synchronized throws transient
    unchecked unsigned using val virtual volatile ArrayList ClassCastException Collection
    Collections Comparable Comparator Deque Double Enum Exception HashMap HashSet
    IllegalArgumentException IllegalStateException IndexOutOfBoundsException InputStream
    Integer InterruptedException Iterable Iterator LinkedList List Long NullPointerException
    Objects Optional OutputStream Override Queue Runnable RuntimeException Stream String
    StringBuilder System Thread Throwable Void java javax kotlin async Task IDisposable
    IEnumerable Console Func Action Guid Nullable Unit lateinit companion suspend
"""

_C_FAMILY = """
    NULL auto calloc cerr char16_t cin const_cast constexpr cout decltype delete dynamic_cast
    errno explicit fclose fgets fopen fprintf fputs fread free friend fscanf fwrite getenv gets
    inline malloc memcmp memcpy memmove memset mutable namespace noexcept nullptr operator printf
    ptrdiff_t realloc register reinterpret_cast scanf size_t sizeof snprintf sprintf ssize_t
    static_assert static_cast std strcat strcmp strcpy strdup strlen strncat strncpy strstr strtol
    template thread_local time_t typedef typeid typename uint16_t uint32_t uint64_t uint8_t union
    unique_ptr shared_ptr vector wchar_t int8_t int16_t int32_t int64_t atoi exit abort assert
"""

_RUBY_AND_PHP = """
    BEGIN END alias begin defined elsif end ensure module next nil redo rescue retry self then undef
    unless until when Hash Kernel StandardError Struct puts raise array echo empty endforeach
    endif isset list require_once include include_once mysqli_query unset var_dump
"""

_SHELL_AND_SQL = """
    alter ALTER awk bash cat cd chmod chown cp curl CREATE cut date DELETE DISTINCT docker DROP
    echo EXISTS env eval exit export FROM find git grep GROUP HAVING head INDEX INNER INSERT INTO
    JOIN kill LEFT LIMIT ln ls make mkdir mv NOT NULL npm ON ORDER pip PRIMARY python read rm sed
    SELECT set sh sort source ssh sudo tail tar TABLE TRANSACTION trap UNION UNIQUE UPDATE VALUES
    wget WHERE xargs yarn COMMIT ROLLBACK BEGIN
"""

_EVERYWHERE = """
    API ASCII CORS CSRF CSS CSV CPU DNS GET HEAD PATCH POST PUT DELETE OPTIONS HTML HTTP HTTPS IPv4
    IPv6 JWT MAC MD5 OAuth PATH PDF RSA SHA1 SHA256 SQL SSH SSL SSRF TCP TLS TODO FIXME UDP URI URL
    UTC UTF8 UUID XML XSS YAML main master HEAD true false null none yes readme README localhost
"""

_LANGUAGES = (
    _PYTHON,
    _JAVASCRIPT,
    _GO,
    _RUST,
    _JVM_AND_DOTNET,
    _C_FAMILY,
    _RUBY_AND_PHP,
    _SHELL_AND_SQL,
    _EVERYWHERE,
)

KNOWN = frozenset(word for language in _LANGUAGES for word in language.split())
