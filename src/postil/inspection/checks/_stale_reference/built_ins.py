"""Names that languages and their standard libraries bring along, whatever a project defines."""

from __future__ import annotations

import builtins

from postil.domain.paths.names import words

_PHP = words(
    "array_change_key_case array_chunk array_column array_combine array_count_values array_diff"
    " array_diff_assoc array_diff_key array_fill array_fill_keys array_filter array_flip"
    " array_intersect array_intersect_key array_is_list array_key_exists array_key_first"
    " array_key_last array_keys array_map array_merge array_merge_recursive array_multisort"
    " array_pad array_pop array_product array_push array_rand array_reduce array_replace"
    " array_reverse array_search array_shift array_slice array_splice array_sum array_unique"
    " array_unshift array_values array_walk basename base64_decode base64_encode bin2hex"
    " call_user_func call_user_func_array checkdate chunk_split class_exists clearstatcache"
    " compact constant copy count crc32 ctype_alnum ctype_alpha ctype_digit curl_close curl_exec"
    " curl_init curl_setopt curl_setopt_array curl_getinfo curl_multi_exec date date_create"
    " debug_backtrace define defined dirname error_log error_reporting escapeshellarg exec explode"
    " extension_loaded extract fclose feof fflush fgets file_exists file_get_contents"
    " file_put_contents filemtime filesize filter_var floor fopen fread fseek fstat ftell"
    " ftruncate func_get_args function_exists fwrite gc_collect_cycles get_class get_object_vars"
    " get_parent_class getcwd getenv gettype glob gmdate gzdecode gzencode gzinflate hash hash_hmac"
    " header headers_sent hex2bin htmlentities htmlspecialchars http_build_query iconv implode"
    " in_array ini_get ini_set interface_exists intval is_a is_array is_bool is_callable is_dir"
    " is_file is_float is_int is_iterable is_link is_null is_numeric is_object is_readable"
    " is_resource is_scalar is_string is_subclass_of is_writable iterator_to_array json_decode"
    " json_encode json_last_error json_last_error_msg ksort krsort lcfirst levenshtein ltrim"
    " mb_convert_case mb_convert_encoding mb_detect_encoding mb_strlen mb_strpos mb_strtolower"
    " mb_strtoupper mb_strwidth mb_substr md5 method_exists microtime mime_content_type mkdir"
    " mktime money_format mt_rand natsort nl2br number_format ob_end_clean ob_get_clean ob_start"
    " openssl_decrypt openssl_encrypt openssl_sign openssl_verify ord parse_ini_file parse_str"
    " parse_url passthru password_hash password_verify pathinfo preg_grep preg_last_error"
    " preg_match preg_match_all preg_quote preg_replace preg_replace_callback preg_split print_r"
    " proc_close proc_open property_exists random_bytes random_int range rawurldecode rawurlencode"
    " readfile realpath register_shutdown_function rename restore_error_handler rmdir round rsort"
    " rtrim scandir serialize set_error_handler set_exception_handler set_time_limit setlocale"
    " sha1 shell_exec shuffle simplexml_load_string sleep sort spl_autoload_register spl_object_hash"
    " spl_object_id sprintf str_contains str_ends_with str_ireplace str_pad str_repeat str_replace"
    " str_split str_starts_with str_word_count stream_context_create stream_get_contents"
    " stream_get_meta_data stream_is_local stream_resolve_include_path strcasecmp strcmp strip_tags"
    " stripos strlen strncasecmp strncmp strpos strrchr strrev strripos strrpos strstr strtolower"
    " strtotime strtoupper strtr substr substr_count substr_replace symlink sys_get_temp_dir tempnam"
    " tmpfile touch trait_exists trigger_error trim uasort ucfirst ucwords uksort uniqid unlink"
    " unserialize urldecode urlencode usleep usort utf8_decode utf8_encode var_dump var_export"
    " version_compare vsprintf wordwrap array_any array_all array_find uri_template"
)
_JAVASCRIPT = words(
    "fetch structuredClone Promise Symbol Proxy Reflect WeakMap WeakRef WeakSet Headers Request"
    " Response AbortController AbortSignal FormData TextEncoder TextDecoder globalThis window"
    " document navigator location history localStorage sessionStorage queueMicrotask Blob File"
    " FileReader Event EventTarget CustomEvent URL URLSearchParams ReadableStream WritableStream"
    " TransformStream performance crypto Buffer process console default exports module constructor"
    " prototype setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate"
    " requestAnimationFrame cancelAnimationFrame encodeURIComponent decodeURIComponent encodeURI"
    " decodeURI parseInt parseFloat isNaN isFinite escape unescape atob btoa alert confirm prompt"
    " Array ArrayBuffer BigInt Boolean DataView Date Error EvalError Function Infinity Intl JSON Map"
    " Math NaN Number Object RangeError ReferenceError RegExp Set String SyntaxError TypeError"
    " URIError Uint8Array Int32Array Float32Array Float64Array SharedArrayBuffer Atomics Iterator"
    " AggregateError FinalizationRegistry WebSocket Worker MessageChannel BroadcastChannel"
    " XMLHttpRequest Element HTMLElement Node NodeList MutationObserver IntersectionObserver"
    " ResizeObserver DOMParser DOMException Image Audio Storage Notification describe it test expect"
    " beforeEach afterEach beforeAll afterAll jest vi suite require __dirname __filename Partial"
    " Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ReturnType"
    " InstanceType Awaited"
)
_C = words(
    "va_copy va_start va_end va_arg alloca strsep memrchr asprintf vasprintf reallocarray explicit_bzero"
    " abort abs accept access atexit atof atoi atol basename bind bsearch calloc chdir chmod close"
    " connect ctime difftime div dup dup2 errno execve exit fclose feof ferror fflush fgetc fgets"
    " fileno fopen fork fprintf fputc fputs fread free freopen frexp fscanf fseek fstat fsync ftell"
    " ftruncate fwrite getc getchar getcwd getenv getline getopt getopt_long getpid gettimeofday"
    " gmtime gmtime_r htonl htons inet_ntop inet_pton ioctl isalnum isalpha isatty isdigit islower"
    " isprint isspace isupper kill labs ldexp listen localeconv localtime localtime_r longjmp lseek"
    " lstat malloc mblen mbstowcs memchr memcmp memcpy memmem memmove memset mkdir mkstemp mktime mmap"
    " munmap nanosleep ntohl ntohs open opendir pclose perror pipe poll popen pow printf pselect"
    " pthread_create pthread_join pthread_mutex_lock putc putchar puts qsort raise rand random read"
    " readdir readlink realloc realpath recv remove rename rewind rmdir scanf select send setenv"
    " setjmp setlocale setsockopt setvbuf shutdown sigaction signal sleep snprintf socket sprintf"
    " sqrt srand sscanf stat strcasecmp strcat strchr strcmp strcpy strcspn strdup strerror strftime"
    " strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strptime strrchr"
    " strspn strstr strtod strtok strtok_r strtol strtoll strtoul strtoull symlink sysconf system"
    " tempnam time timegm tmpfile tolower toupper uname ungetc unlink unsetenv usleep vfprintf vprintf"
    " vsnprintf vsprintf waitpid write size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t int16_t"
    " int32_t int64_t uint8_t uint16_t uint32_t uint64_t wchar_t time_t off_t pid_t va_list FILE NULL"
    " EOF assert offsetof static_assert string vector map set pair tuple optional variant unique_ptr"
    " shared_ptr make_unique make_shared make_pair string_view initializer_list enable_if_t is_same"
    " move forward swap declval conditional_t decay_t remove_reference_t back_inserter"
)
_JAVA = words(
    "String Object Integer Long Short Byte Character Boolean Double Float Number Math System Thread"
    " Runnable Callable Iterable Comparable Cloneable Class ClassLoader Record Enum Override"
    " Deprecated SuppressWarnings FunctionalInterface SafeVarargs Exception RuntimeException Error"
    " Throwable IllegalArgumentException IllegalStateException NullPointerException"
    " UnsupportedOperationException IndexOutOfBoundsException ClassCastException AutoCloseable List"
    " ArrayList Map HashMap Set HashSet Optional Stream Collection Collections Arrays Objects"
    " StringBuilder StringBuffer CharSequence Iterator"
)
_CSHARP = words(
    "String Object Int32 Int64 Boolean Task ValueTask Func Action Predicate Exception Type Enum"
    " Console Math Guid DateTime DateTimeOffset TimeSpan List Dictionary HashSet IEnumerable IList"
    " ICollection IDictionary IDisposable IAsyncDisposable CancellationToken Attribute Nullable Lazy"
    " ArgumentNullException ArgumentException InvalidOperationException NotImplementedException"
)
_GO = words(
    "any append bool byte cap clear close comparable complex complex64 complex128 copy delete error"
    " float32 float64 imag int int8 int16 int32 int64 iota len make max min new nil panic print"
    " println real recover rune string uint uint8 uint16 uint32 uint64 uintptr"
)
_RUBY = words(
    "abort at_exit autoload binding caller catch eval exec exit fork format gets lambda load"
    " loop open printf proc putc puts raise rand require select sleep spawn sprintf srand"
    " system tap test then throw trap warn attr_accessor attr_reader attr_writer define_method"
    " instance_variable_get instance_variable_set module_function private_class_method"
    " caller_locations block_given? instance_exec instance_eval class_eval class_exec module_eval"
    " public_send respond_to? respond_to_missing? method_missing singleton_class define_singleton_method"
    " instance_variable_defined? remove_method undef_method alias_method const_get const_set"
    " const_missing each_with_object each_with_index each_slice each_cons each_entry flat_map"
    " group_by filter_map partition inject reduce zip tally sum min_by max_by sort_by uniq compact"
    " flatten fetch dig key? transform_keys transform_values slice except to_h to_a to_s to_sym to_proc"
    " squeeze start_with? end_with? delete_prefix delete_suffix gsub sub scan match? casecmp? encode"
    " force_encoding unpack1 byteslice freeze frozen? dup clone itself yield_self instance_of?"
    " RUBY_ENGINE RUBY_VERSION RUBY_PLATFORM RUBY_PATCHLEVEL RUBY_DESCRIPTION ENV ARGV STDIN STDOUT"
    " STDERR included extended prepended inherited method_added const_added initialize_copy"
    " kind_of? is_a? nil? empty? any? all? none? one? include? ruby2_keywords refine"
    " StandardError ArgumentError RuntimeError TypeError NameError NoMethodError KeyError IOError"
    " String Symbol Array Hash Integer Float Range Proc Struct Class Module Object Kernel Comparable"
    " Enumerable Enumerator File Dir IO Time Process Thread Mutex Queue Regexp MatchData Exception"
    " TCPServer TCPSocket UDPSocket UNIXServer UNIXSocket Socket Tempfile Pathname StringIO Set Date"
    " DateTime Logger OpenStruct ObjectSpace Marshal Random Rational Complex Method Data Ractor"
)
_RUST = words(
    "compare_exchange compare_exchange_weak compare_and_swap fetch_add fetch_sub fetch_update "
    "Option Result Some None Ok Err Vec Box Rc Arc Cell RefCell Mutex RwLock String str Default Clone"
    " Copy Debug Display Drop Eq PartialEq Ord PartialOrd Hash Iterator IntoIterator From Into TryFrom"
    " TryInto AsRef AsMut Deref DerefMut Fn FnMut FnOnce Future Send Sync Sized Unpin Pin Context Poll"
    " HashMap HashSet BTreeMap Path PathBuf OsStr OsString Duration Instant OnceCell LazyLock OnceLock"
    " format println eprintln print eprint write writeln panic assert assert_eq assert_ne debug_assert"
    " vec todo unimplemented unreachable matches include_str env dbg"
)
BUILT_INS = {
    "python": frozenset(dir(builtins)),
    "php": frozenset(_PHP),
    "javascript": frozenset(_JAVASCRIPT),
    "c": frozenset(_C),
    "java": frozenset(_JAVA),
    "csharp": frozenset(_CSHARP),
    "go": frozenset(_GO),
    "ruby": frozenset(_RUBY),
    "rust": frozenset(_RUST),
}
